import Nacre

struct NacreBodies: BodyStore {
    let store: Store

    init(in directory: String) throws {
        store = try Store(at: directory + "/bodies.nacre", options: .relaxed, Body.self)
    }

    func count(containing word: String) throws -> Int {
        try store.count(Body.where { $0.text.contains(word) })
    }
}
