import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Collections that are compared as a whole, and properties of structs in them.
@Suite struct WholeCollectionTests {
    private static func objects<Owner: SampledEntity>(_ type: Owner.Type) -> Generator<[Owner]> {
        Generator { choices throws(Rejection) in
            var objects: [Owner] = []
            for id in 0..<6 { objects.append(try Owner.sample(id: id, from: &choices)) }
            return objects
        }
    }

    /// Checks filters with each object's own collection, which other objects may have, too.
    private static func check<
        Owner: Entity & Identifiable, Value: WholeValue & Equatable
    >(
        _ path: KeyPath<Owner, Value>, _ objects: [Owner], _ store: Store
    ) throws where Owner.Fields == KeyPathFields<Owner>, Owner.ID: Comparable {
        let field = Owner.Fields(FieldPath())[dynamicMember: path]
        // The objects are decoded again: a collection with NaN equals itself in Swift if both share
        // memory.
        let decoded = try store.fetch(Owner.all)
        for value in objects.map({ $0[keyPath: path] }) {
            for isEqual in [true, false] {
                let filter = isEqual ? field == value : field != value
                let expected = decoded.filter { ($0[keyPath: path] == value) == isEqual }
                let found = try store.fetch(Owner.where(filter)).map(\.id)
                try requireEqual(found, expected.map(\.id), "\(filter)")
                // A sampled text may be as long as a value can be.
                guard filter.description.utf8.count <= 1 << 20 else { continue }
                let again = try Filter<Owner>(parsing: filter.description)
                try requireEqual(try store.count(Owner.where(again)), found.count, "\(filter)")
            }
        }
    }

    @Test func `arrays are equal as in Swift`() {
        property("whole arrays", runs: 3, Self.objects(Lists.self)) { objects in
            let store = try Store.inMemory(Lists.self, Word.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            try Self.check(\.bytes, objects, store)
            try Self.check(\.floats, objects, store)
            try Self.check(\.doubles, objects, store)
            try Self.check(\.dates, objects, store)
            try Self.check(\.decimals, objects, store)
            try Self.check(\.refs, objects, store)
            try Self.check(\.ranks, objects, store)
            try Self.check(\.strings, objects, store)
            try Self.check(\.datas, objects, store)
            try Self.check(\.moneys, objects, store)
            try Self.check(\.colours, objects, store)
            try Self.check(\.maybeInts, objects, store)
            try Self.check(\.maybeStrings, objects, store)
            try Self.check(\.nested, objects, store)
            try Self.check(\.optional, objects, store)
            try Self.check(\.optionalStrings, objects, store)
        }
    }

    @Test func `sets and dictionaries are equal as in Swift`() {
        property("whole sets", runs: 3, Self.objects(Groups.self)) { objects in
            let store = try Store.inMemory(Groups.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            try Self.check(\.ints, objects, store)
            try Self.check(\.strings, objects, store)
            try Self.check(\.ranks, objects, store)
            try Self.check(\.maybe, objects, store)
            try Self.check(\.byString, objects, store)
            try Self.check(\.byInt, objects, store)
            try Self.check(\.byRank, objects, store)
            try Self.check(\.lists, objects, store)
            try Self.check(\.byUInt64, objects, store)
            try Self.check(\.byUUID, objects, store)
            try Self.check(\.byColour, objects, store)
            try Self.check(\.byMoney, objects, store)
            try Self.check(\.byBool, objects, store)
            try Self.check(\.optional, objects, store)
            try Self.check(\.optionalByString, objects, store)
        }
    }

    @Test func `structs are equal as in Swift, in collections and alone`() {
        property("whole structs", runs: 10, Self.objects(Links.self)) { objects in
            let store = try Store.inMemory(Links.self, Numbers.self, Word.self, Item.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            try Self.check(\.place, objects, store)
            try Self.check(\.maybePlace, objects, store)
            try Self.check(\.positions, objects, store)
            try Self.check(\.places, objects, store)
            try Self.check(\.maybePlaces, objects, store)
        }
    }

    @Test func `a key with the value nil differs from a missing key`() throws {
        let store = try Store.inMemory(Maybes.self)
        let objects = [["a": nil], ["b": nil], ["a": 1], [:]].enumerated().map {
            Maybes(id: $0, members: $1, grid: [[1, 2], []])
        }
        try store.performChanges { try $0.insert(contentsOf: objects) }
        try Self.check(\.members, objects, store)
    }

    @Test func `values in a collection are compared as a whole, too`() throws {
        let store = try Store.inMemory(Maybes.self)
        let grids: [[[Double]]] = [
            [[1, 2], []], [[], [1, 2]], [[1, 2]], [], [[.nan]], [[-0.0]],
        ]
        let objects = grids.enumerated().map { Maybes(id: $0, members: [:], grid: $1) }
        try store.performChanges { try $0.insert(contentsOf: objects) }
        try Self.check(\.grid, objects, store)
        func ids(_ filter: Filter<Maybes>) throws -> [Int] {
            try store.fetch(\.id, Maybes.where(filter))
        }
        #expect(try ids(Filter { $0.grid.contains([1, 2]) }) == [0, 1, 2])
        #expect(try ids(Filter { $0.grid.contains { $0 == [] } }) == [0, 1])
        #expect(try ids(Filter { $0.grid == [[0]] }) == [5])
        #expect(try ids(Filter { $0.grid == [[.nan]] }) == [])
        #expect(try ids(Filter { $0.members.keys == [] }) == [0, 1, 2, 3, 4, 5])
    }

    struct Maybes: Entity, Hashable {
        let id: Int
        var members: [String: Int?]
        var grid: [[Double]]

        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("members", \.members),
            Attribute("grid", \.grid))
    }

    struct Texts: Entity, Hashable {
        let id: Int
        var list: [String]
        var group: Set<String>
        var numbers: [Double]

        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("list", \.list),
            Attribute("group", \.group), Attribute("numbers", \.numbers))
    }

    @Test func `texts are equal in any spelling, and positive and negative zero are equal`() throws
    {
        let store = try Store.inMemory(Texts.self)
        let texts = [["\u{e9}", "f"], ["e\u{301}", "f"], ["f", "\u{e9}"], []]
        let numbers: [[Double]] = [[0.0, 1], [-0.0, 1], [.nan], []]
        let objects = zip(texts, numbers).enumerated().map { id, item in
            Texts(id: id, list: item.0, group: Set(item.0), numbers: item.1)
        }
        try store.performChanges { try $0.insert(contentsOf: objects) }
        try Self.check(\.list, objects, store)
        try Self.check(\.group, objects, store)
        try Self.check(\.numbers, objects, store)
        #expect(try store.count(Texts.where { $0.group == ["f", "e\u{301}"] }) == 3)
        #expect(try store.count(Texts.where { $0.numbers == [.nan] }) == 0)
    }

    @Test func `tests of properties of structs in collections agree with Swift`() {
        property("structs in collections", runs: 30, Self.objects(Links.self)) { objects in
            let store = try Store.inMemory(Links.self, Numbers.self, Word.self, Item.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            func check(_ filter: Filter<Links>, _ holds: (Links) -> Bool) throws {
                let found = try store.fetch(\.id, Links.where(filter))
                try requireEqual(found, objects.filter(holds).map(\.id), "\(filter)")
                let again = try Filter<Links>(parsing: filter.description)
                try requireEqual(try store.count(Links.where(again)), found.count, "\(filter)")
            }
            try check(Filter { $0.positions.contains { $0.latitude > 0 } }) {
                $0.positions.contains { $0.latitude > 0 }
            }
            try check(Filter { $0.positions.allSatisfy { $0.longitude == nil } }) {
                $0.positions.allSatisfy { $0.longitude == nil }
            }
            try check(Filter { $0.places["a"].street == "" || $0.places.values.isEmpty }) {
                $0.places["a"]?.street == "" || $0.places.isEmpty
            }
            try check(Filter { $0.maybePlaces.contains { $0.position.latitude != 0 } }) {
                $0.maybePlaces?.contains { $0.position.latitude != 0 } ?? false
            }
            try check(Filter { $0.maybePlaces.contains { $0.former.latitude == nil } }) {
                $0.maybePlaces?.contains { $0.former?.latitude == nil } ?? false
            }
            try check(Filter { $0.maybePlaces.contains { $0.tags.contains("a") } }) {
                $0.maybePlaces?.contains { $0.tags.contains("a") } ?? false
            }
        }
    }

    // MARK: Structs with added properties

    struct Plain: Embedded, Hashable {
        var name: String

        struct Fields: FieldSet {
            typealias FieldsOwner = Plain
            private let path: FieldPath
            init(_ path: FieldPath) { self.path = path }
            var name: Field<Plain, String> { Field(path.appending("name")) }
        }

        static var attributeType: AttributeType {
            .embedded([EmbeddedMember("name", String.self)])
        }
        func encode(into row: inout ObjectEncoder) throws { try Self.write(name, into: &row) }
        static func decode(from row: inout ObjectDecoder) throws -> Plain {
            Plain(name: try row.decode(String.self))
        }
        func nested() throws -> NestedValue { .object([("name", try Self.nest(name))]) }
        static func decode(from nested: NestedValue) throws -> Plain {
            Plain(name: try nested.member("name"))
        }
        static func write(_ value: some AttributeValue, into row: inout ObjectEncoder) throws {
            try value.encode(into: &row)
        }
        static func nest(_ value: some AttributeValue) throws -> NestedValue { try value.nested() }
    }

    /// The struct with one more property.
    struct Ranked: Embedded, Hashable {
        var name: String
        var rank = 3

        struct Fields: FieldSet {
            typealias FieldsOwner = Ranked
            private let path: FieldPath
            init(_ path: FieldPath) { self.path = path }
            var name: Field<Ranked, String> { Field(path.appending("name")) }
            var rank: Field<Ranked, Int> { Field(path.appending("rank")) }
        }

        static var attributeType: AttributeType {
            .embedded([
                EmbeddedMember("name", String.self), EmbeddedMember("rank", Int.self, default: 3),
            ])
        }
        func encode(into row: inout ObjectEncoder) throws {
            try Plain.write(name, into: &row)
            try Plain.write(rank, into: &row)
        }
        static func decode(from row: inout ObjectDecoder) throws -> Ranked {
            Ranked(name: try row.decode(String.self), rank: try row.decode(Int.self))
        }
        func nested() throws -> NestedValue {
            .object([("name", try Plain.nest(name)), ("rank", try Plain.nest(rank))])
        }
        static func decode(from nested: NestedValue) throws -> Ranked {
            Ranked(
                name: try nested.member("name"), rank: try nested.member("rank", default: 3))
        }
    }

    struct OldRack: Entity {
        static let entityName = "Rack"
        let id: Int
        var shelves: [Plain]

        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("shelves", \.shelves))
    }

    struct Rack: Entity {
        let id: Int
        var shelves: [Ranked]

        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("shelves", \.shelves))
    }

    @Test func `a property that stored structs lack has its default in filters, too`() throws {
        let files = TypedStore()
        let old = try files.open(OldRack.self)
        try old.performChanges { changes in
            try changes.insert(OldRack(id: 1, shelves: [Plain(name: "a")]))
        }
        try old.close()
        let store = try files.open(Rack.self)
        try store.performChanges { changes in
            try changes.insert(Rack(id: 2, shelves: [Ranked(name: "b", rank: 4)]))
            try changes.insert(Rack(id: 3, shelves: []))
        }
        func ids(_ filter: Filter<Rack>) throws -> [Int] {
            try store.fetch(\.id, Rack.where(filter))
        }
        #expect(try ids(Filter { $0.shelves.contains { $0.rank == 3 } }) == [1])
        #expect(try ids(Filter { $0.shelves.contains { $0.rank != 3 } }) == [2])
        #expect(try ids(Filter { $0.shelves.allSatisfy { $0.rank > 3 } }) == [2, 3])
        #expect(try ids(Filter { $0.shelves.contains { $0.name < "b" && $0.rank < 4 } }) == [1])
        #expect(try ids(Filter { $0.shelves == [Ranked(name: "a")] }) == [1])
        #expect(try ids(Filter { $0.shelves != [Ranked(name: "a")] }) == [2, 3])
        try store.close()
    }
}
