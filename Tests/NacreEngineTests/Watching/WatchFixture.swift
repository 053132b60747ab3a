import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A store of notes that refer to authors, with random changes of both.
struct WatchFixture {
    let store: TestStore
    private var random: SplitMix64
    /// The number of attributes that were added.
    private var added = 0

    static let kinds = ["a", "b", "caf\u{e9}", "cafe\u{301}", "a long name", "a long nation"]

    static let attributes: [(name: String, type: StoredType)] = [
        ("id", .scalar(.int64)), ("kind", .string), ("tags", .array(of: .int32)),
        ("size", .scalar(.int64)), ("weight", .scalar(.double)), ("done", .scalar(.bool)),
        ("author", .scalar(.int64)),
    ]

    var database: Database { store.database }

    init(seed: UInt64, segmentSizeNominal: Int? = nil) throws {
        random = SplitMix64(seed: seed)
        store = try TestStore(segmentSizeNominal: segmentSizeNominal)
        try store.database.performChanges { changes in
            try changes.define(
                "Author",
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "name", type: .string, isNullable: true),
                ], id: "id")
            try changes.define(
                "Note",
                attributes: Self.attributes.enumerated().map { place, attribute in
                    AttributeSchema(
                        id: AttributeID(UInt32(place + 1)), name: attribute.name,
                        type: attribute.type, isNullable: place > 0,
                        reference: attribute.name == "author" ? "Author" : nil)
                }, id: "id", indexes: [["size"]])
        }
    }

    mutating func next(upTo limit: Int) -> Int { Int(random.next(upTo: UInt64(limit))) }

    private mutating func orNull(_ value: Value) -> Value { next(upTo: 5) == 0 ? .null : value }

    mutating func note(_ id: Int64) -> [Value] {
        let tags = (0..<next(upTo: 3)).map { _ in Value.int(Int64(next(upTo: 3))) }
        return [
            .int(id), orNull(.string(Self.kinds[next(upTo: 5)])), .array(tags),
            orNull(.int(Int64(next(upTo: 60)) - 10)),
            orNull(.double([0.1, 0.2, -0.0, 0, 1e17, .nan][next(upTo: 5)])),
            orNull(.bool(next(upTo: 1) == 0)), orNull(.int(Int64(next(upTo: 5)))),
        ] + (0..<added).map { _ in orNull(.int(Int64(next(upTo: 5)))) }
    }

    /// Makes one commit, which inserts, replaces, updates, deletes and moves objects.
    mutating func commit(_ count: Int) throws {
        var copy = self
        try database.performChanges { changes in
            for _ in 0..<count { try copy.change(changes) }
        }
        self = copy
    }

    private mutating func change(_ changes: Changes) throws {
        let id = Int64(next(upTo: 150))
        switch next(upTo: 9) {
        case 0: _ = try changes.delete(.int(id), from: "Note")
        case 1:
            // An unchanged object, perhaps in another row.
            guard let same = try changes.find(.int(id), in: "Note") else { break }
            try changes.delete(.int(id), from: "Note")
            if next(upTo: 1) == 0 { try changes.save(note(id + 1), in: "Note") }
            try changes.save(same.values, in: "Note")
        case 2:
            let name = orNull(.string(Self.kinds[next(upTo: 2)]))
            try changes.save([.int(Int64(next(upTo: 5))), name], in: "Author")
        case 3...6:
            // One attribute of an object.
            guard var values = try changes.find(.int(id), in: "Note")?.values else { break }
            let place = 1 + next(upTo: 5)
            values[place] = note(id)[place]
            try changes.save(values, in: "Note")
        default: try changes.save(note(id), in: "Note")
        }
    }

    /// Adds an attribute to the notes.
    mutating func addAttribute(_ name: String) throws {
        added += 1
        try database.performChanges { changes in
            let schema = try changes.schema(of: "Note")
            let added = AttributeSchema(
                id: AttributeID(UInt32(schema.attributes.count + 1)), name: name,
                type: .scalar(.int64), isNullable: true)
            try changes.redefine("Note", attributes: schema.attributes + [added])
        }
    }

    // MARK: Requests

    private mutating func test() -> String {
        let (low, high) = (next(upTo: 60) - 10, next(upTo: 20))
        let kind = Self.kinds[next(upTo: 5)]
        let tests = [
            "id == \(next(upTo: 150))", "id in [\(low), \(low + 40), \(3 * high)]",
            "id >= \(low) && id < \(low + high)", "size == \(low)", "size > \(low)",
            "size in \(low)...\(low + high)", "kind == \"\(kind)\"", "kind != \"\(kind)\"",
            "kind.hasPrefix(\"a long\")", "kind > \"\(kind)\"", "done == true", "weight < 0.2",
            "weight == 0.0", "size == nil", "tags.contains(\(next(upTo: 3)))",
            "author.name == \"a\"", "size < author", "true",
        ]
        return tests[next(upTo: tests.count - 1)]
    }

    private mutating func filter() -> String {
        switch next(upTo: 5) {
        case 0: "(\(test())) || (\(test()))"
        case 1: "!(\(test()))"
        case 2, 3: "(\(test())) && (\(test()))"
        default: test()
        }
    }

    /// Returns a random query of notes.
    mutating func query() throws -> Query {
        let snapshot = try database.snapshot()
        let schema = try snapshot.schema(of: "Note")
        let sorts = ["", "size", "-size, kind", "weight", "author.name", "-id"][next(upTo: 5)]
        var query = Query(
            entity: "Note",
            filter: try FilterParser.parse(
                filter(), schema: schema, entities: snapshot.catalog.finder),
            sorts: sorts.isEmpty
                ? []
                : try SortTerm.parse(sorts, schema: schema, entities: snapshot.catalog.finder))
        if next(upTo: 2) == 0 { query.limit = 1 + next(upTo: 5) }
        if next(upTo: 4) == 0 { query.offset = next(upTo: 4) }
        if next(upTo: 4) == 0, sorts == "size" {
            query.after = SortKey(values: [.int(10), .int(0)])
        }
        return query
    }

    /// Returns a random grouping of notes.
    mutating func grouping() throws -> Grouping {
        let path = AttributePath(["size", "weight", "id", "author"][next(upTo: 3)])
        let aggregates: [AggregateExpression] = [.count, .min(path), .max(path)]
        let terms: [[GroupTerm]] = [
            [], [GroupTerm(AttributePath("kind"))],
            [GroupTerm(AttributePath("tags"), .elements(of: .scalar(.int32)))],
            [GroupTerm(AttributePath("name", through: ["author"]))],
        ]
        let sum: [AggregateExpression] = next(upTo: 1) == 0 ? [.sum("size"), .sum("weight")] : []
        return Grouping(
            try query(), terms: terms[next(upTo: 3)], [aggregates[next(upTo: 2)]] + sum)
    }
}
