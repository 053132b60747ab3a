import Nacre

@Entity struct Town {
    @Attribute(.unique) var name: String
}

@main
struct WithMacros {
    static func main() throws {
        let store = try Store.inMemory(Town.self)
        try store.performChanges { try $0.insert(Town(name: "Oslo")) }
        print("Hello, \(try store.fetch(Town.where { $0.name >= "A" }).map(\.name)).")
    }
}
