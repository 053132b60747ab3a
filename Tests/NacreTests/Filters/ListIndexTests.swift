import Nacre
import NacreTestSupport
import Testing

/// Lists of every sort, with indexes of their elements.
private struct Shelf: Entity {
    let id: Int
    var numbers: [Int]
    var tags: Set<String>
    var spare: [String]?
    var others: [Ref<Shelf>]

    static let schema = EntitySchema(
        Shelf.init, Attribute("id", \.id), Attribute("numbers", \.numbers, .indexed),
        Attribute("tags", \.tags, .indexed), Attribute("spare", \.spare, .indexed),
        Attribute("others", \.others, .indexed))
}

/// An entity with collections whose elements no filter tests.
private struct Box: Entity {
    let id: Int
    var counts: [String: Int]

    static let schema = EntitySchema(
        Box.init, Attribute("id", \.id), Attribute("counts", \.counts, .indexed))
}

@Suite struct ListIndexTests {
    private static func shelves() -> [Shelf] {
        (0..<400).map { id in
            Shelf(
                id: id, numbers: [id % 50, id % 50, 1000 + id], tags: ["t\(id % 40)", "e\u{301}"],
                spare: id % 3 == 0 ? nil : ["s\(id % 80)"],
                others: [Ref(id: id / 10), Ref(id: 399 - id)])
        }
    }

    /// Checks that a request finds the same objects as Swift, and uses the index.
    private static func check(
        _ filter: Filter<Shelf>, _ index: String, _ store: Store, _ holds: (Shelf) -> Bool
    ) throws {
        let request = Shelf.where { _ in filter }
        let expected = shelves().filter(holds).map(\.id)
        #expect(!expected.isEmpty)
        #expect(try store.fetch(request).map(\.id) == expected)
        #expect(try store.count(request) == expected.count)
        #expect(try request.explain(in: store).indexes == [index])
    }

    @Test func `tests of elements use an index if there is one`() throws {
        let store = try Store.inMemory(Shelf.self)
        try store.performChanges { changes in
            for shelf in Self.shelves() { try changes.insert(shelf) }
        }
        let field = Shelf.Fields(FieldPath())
        try Self.check(field.numbers.contains(7), "numbers", store) { $0.numbers.contains(7) }
        try Self.check(field.numbers.contains { $0 > 1390 }, "numbers", store) {
            $0.numbers.contains { $0 > 1390 }
        }
        try Self.check(field.tags.contains("t7"), "tags", store) { $0.tags.contains("t7") }
        try Self.check(field.spare.contains("s7"), "spare", store) {
            $0.spare?.contains("s7") == true
        }
        let ninth = Ref<Shelf>(id: 9)
        try Self.check(field.others.contains(ninth), "others", store) {
            $0.others.contains(ninth)
        }
        try Self.check(field.others.contains { $0.id == 9 || $0.id == 11 }, "others", store) {
            $0.others.contains { $0.id == 9 || $0.id == 11 }
        }
    }

    @Test func `an attribute that is not a list cannot have an element index`() {
        let error = storeError { try Store.inMemory(Box.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'counts' is stored as json") == true)
    }
}
