import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Attributes that get a wider type, a required value instead of an optional one, or a list instead
/// of a value. Older objects are read in the new form and not rewritten.
@Suite struct ContinuedAttributeTests {
    private let files = TypedStore()

    enum Level: Int16, Storable { case low = 1, high = 300 }

    struct Old: Entity {
        let id: Int
        var small: Int16
        var ratio: Float
        var note: String?
        var level: Int16
        var friend: Ref<Old>?
        var tag: String?
        var numbers: [Int32]
        static let entityName = "Thing"
        static let schema = EntitySchema(
            Old.init, Attribute("id", \.id), Attribute("small", \.small, .unique),
            Attribute("ratio", \.ratio), Attribute("note", \.note, .indexed),
            Attribute("level", \.level), Attribute("friend", \.friend), Attribute("tag", \.tag),
            Attribute("numbers", \.numbers))
    }

    /// One more generation, between the two.
    struct Middle: Entity {
        let id: Int
        var small: Int32?
        var ratio: Float
        var note: String?
        var level: Level
        var friend: Ref<Middle>?
        var tag: String?
        var numbers: [Int32]
        static let entityName = "Thing"
        static let schema = EntitySchema(
            Middle.init, Attribute("id", \.id), Attribute("small", \.small, .unique),
            Attribute("ratio", \.ratio), Attribute("note", \.note, .indexed),
            Attribute("level", \.level), Attribute("friend", \.friend), Attribute("tag", \.tag),
            Attribute("numbers", \.numbers))
    }

    struct New: Entity, Equatable {
        let id: Int
        var small: Int
        var ratio: Double
        var note: String
        var level: Level
        var friends: [Ref<New>]
        var tags: [String]
        var numbers: [Int]
        static let entityName = "Thing"
        static let schema = EntitySchema(
            New.init, Attribute("id", \.id), Attribute("small", \.small, default: -1, .unique),
            Attribute("ratio", \.ratio, .columnar),
            Attribute("note", \.note, default: "none", .indexed), Attribute("level", \.level),
            Attribute("friends", \.friends, .originalName("friend"), .indexed),
            Attribute("tags", \.tags, .originalName("tag"), .indexed),
            Attribute("numbers", \.numbers))
    }

    private static let olds = [
        Old(
            id: 1, small: -7, ratio: 0.1, note: nil, level: 1, friend: Ref(id: 2), tag: "a\"b",
            numbers: [1, -2]),
        Old(
            id: 2, small: 300, ratio: -0.0, note: "x", level: 300, friend: nil, tag: nil,
            numbers: []),
    ]

    private static let news = [
        New(
            id: 1, small: -7, ratio: Double(Float(0.1)), note: "none", level: .low,
            friends: [Ref(id: 2)], tags: ["a\"b"], numbers: [1, -2]),
        New(
            id: 2, small: 300, ratio: -0.0, note: "x", level: .high, friends: [], tags: [],
            numbers: []),
    ]

    init() throws {
        let store = try files.open(Old.self)
        try store.performChanges { try $0.insert(contentsOf: Self.olds) }
        try store.close()
    }

    /// Checks every kind of read, of old and new objects alike.
    private func check(_ store: Store, _ expected: [New]) throws {
        func ids(_ filter: Filter<New>) throws -> [Int] {
            try store.fetch(New.all.where { _ in filter }.sorted(\.id.ascending)).map(\.id)
        }
        func wanted(_ holds: (New) -> Bool) -> [Int] { expected.filter(holds).map(\.id) }
        #expect(Bits.text(try store.fetch(New.all.sorted(\.id.ascending))) == Bits.text(expected))
        for object in expected {
            #expect(try store.find(New.self, \.small, object.small) == object)
        }
        #expect(try ids(Filter { $0.small < 0 }) == wanted { $0.small < 0 })
        #expect(try ids(Filter { $0.ratio > 0.1 }) == wanted { $0.ratio > 0.1 })
        #expect(try ids(Filter { $0.note == "none" }) == wanted { $0.note == "none" })
        #expect(try ids(Filter { $0.note.hasPrefix("n") }) == wanted { $0.note.hasPrefix("n") })
        #expect(try ids(Filter { $0.level == .high }) == wanted { $0.level == .high })
        #expect(try ids(Filter { $0.tags.contains("a\"b") }) == wanted { $0.tags == ["a\"b"] })
        #expect(
            try ids(Filter { $0.friends.contains(Ref(id: 2)) }) == wanted { !$0.friends.isEmpty })
        #expect(
            try ids(Filter { $0.numbers.contains(-2) && $0.small != 5 })
                == wanted { $0.numbers.contains(-2) && $0.small != 5 })
        #expect(
            try store.fetch(New.all.sorted(\.note.descending, \.small.ascending)).map(\.id)
                == expected.sorted { ($1.note, $0.small) < ($0.note, $1.small) }.map(\.id))
        #expect(
            try store.fetch(New.all.sorted(\.ratio.ascending)).map(\.ratio)
                == expected.map(\.ratio).sorted())
        #expect(
            try store.fetch(\.small, New.all.sorted(\.id.ascending)) == expected.map(\.small))
        #expect(try store.sum(\.small, New.all) == expected.map(\.small).reduce(0, +))
        #expect(try store.max(\.note, New.all) == expected.map(\.note).max())
        #expect(
            try store.group(New.all, by: \.note, .count).map(\.0)
                == Set(expected.map(\.note)).sorted())
    }

    @Test func `older objects are read in the new form by every kind of query`() throws {
        for _ in 0..<2 {
            let store = try files.open(New.self)
            try check(store, Self.news)
            try store.close()
            try files.checkIntegrity()
        }
        let store = try files.open(New.self)
        try store.performChanges { changes in
            try changes.update(New.self, 1) { $0.small = 1 << 40 }
            try changes.insert(
                New(
                    id: 3, small: 5, ratio: 2, note: "none", level: .low,
                    friends: [Ref(id: 1), Ref(id: 2)],
                    tags: ["c"], numbers: [1 << 40]))
        }
        var expected = Self.news
        expected[0].small = 1 << 40
        expected.append(try #require(try store.find(New.self, 3)))
        try check(store, expected)
        try store.compact()
        try check(store, expected)
        try store.close()
        try files.checkIntegrity()
        try check(try files.open(New.self), expected)
    }

    @Test func `an intermediate generation is read in one step or two`() throws {
        let middle = try files.open(Middle.self)
        try middle.performChanges { changes in
            try changes.insert(
                Middle(
                    id: 3, small: nil, ratio: 4, note: nil, level: .low, friend: nil, tag: nil,
                    numbers: [9]))
        }
        try middle.close()
        let store = try files.open(New.self)
        let third = New(
            id: 3, small: -1, ratio: 4, note: "none", level: .low, friends: [], tags: [],
            numbers: [9])
        try check(store, Self.news + [third])
        try store.close()
        try files.checkIntegrity()
    }

    struct Narrow: Entity {
        let id: Int
        var small: Int8
        static let entityName = "Thing"
        static let schema = EntitySchema(
            Narrow.init, Attribute("id", \.id), Attribute("small", \.small))
    }

    struct Text: Entity {
        let id: Int
        var small: String
        static let entityName = "Thing"
        static let schema = EntitySchema(
            Text.init, Attribute("id", \.id), Attribute("small", \.small))
    }

    struct Required: Entity {
        let id: Int
        var note: String
        static let entityName = "Thing"
        static let schema = EntitySchema(
            Required.init, Attribute("id", \.id), Attribute("note", \.note))
    }

    struct WideID: Entity {
        let id: Double
        static let entityName = "Thing"
        static let schema = EntitySchema(WideID.init, Attribute("id", \.id))
    }

    @Test(arguments: [
        (Narrow.self as any Entity.Type, "stored as int16 and declared as int8", "SchemaPlan"),
        (Text.self, "stored as int16 and declared as string", ".rewrite"),
        (Required.self, "stored as nullable and declared as required", "give it a default"),
        (WideID.self, "declared as double", "Declare it as it is stored"),
    ])
    func `a conversion that would lose values is refused with advice`(
        _ type: any Entity.Type, _ reason: String, _ remedy: String
    ) throws {
        let error = storeError { try files.open(type, options: .removing) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(remedy) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("'Thing'") == true)
        let store = try files.open(Old.self)
        #expect(try store.find(Old.self, 2)?.note == "x")
    }
}
