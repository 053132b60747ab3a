import Foundation
import Nacre

/// An entity that conforms by hand.
struct Town: Equatable {
    var id: Int
    var name: String
    var mayor: Ref<Town>?
}

extension Town: Entity {
    static let schema = EntitySchema(
        Town.init, Attribute("id", \.id), Attribute("name", \.name, .unique),
        Attribute("mayor", \.mayor))
}

@main
struct WithoutMacros {
    static func main() throws {
        let store = try Store.inMemory(Town.self)
        let towns = [
            Town(id: 1, name: "Oslo", mayor: nil), Town(id: 2, name: "Hamar", mayor: Ref(id: 1)),
        ]
        try store.performChanges { try $0.insert(contentsOf: towns) }
        guard try store.fetch(Town.where { $0.name >= "A" }) == towns,
            try store.find(Town.self, \.name, "Hamar") == towns[1],
            try store.count(Town.where { $0.mayor == nil }) == 1
        else {
            print("The store gave back something else than was put in.")
            exit(1)
        }
        print("Stored and found \(towns.count) towns without a macro.")
    }
}
