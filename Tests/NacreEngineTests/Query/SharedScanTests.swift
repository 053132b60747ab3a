import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Processors share the scan of a snapshot. One thread reads a pending change, from the first row
/// to the last. The two must give the same answer.
@Suite struct SharedScanTests {
    private static let count: Int64 = 20_000

    private static let attributes: [AttributeSchema] = {
        let all: [(name: String, type: StoredType)] = [
            ("id", .scalar(.int64)), ("level", .scalar(.int32)), ("area", .scalar(.double)),
            ("price", .scalar(.decimal)), ("name", .string),
        ]
        return all.enumerated().map { place, attribute in
            AttributeSchema(
                id: AttributeID(UInt32(place + 1)), name: attribute.name, type: attribute.type,
                isNullable: attribute.name == "level")
        }
    }()

    /// Makes more than one piece of rows, some of them newer than others, some deleted.
    private static func filledStore() throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define("Town", attributes: attributes, id: "id")
            for id in 0..<count { try changes.insert(values(id, turn: 0), into: "Town") }
        }
        try store.database.performChanges { changes in
            for id in stride(from: 5, to: count, by: 7) {
                try changes.update(values(id, turn: 1), of: "Town")
            }
            for id in stride(from: 3, to: count, by: 11) {
                try changes.delete(.int(id), from: "Town")
            }
        }
        return store
    }

    /// Returns scattered values, so that no row predicts its neighbours.
    private static func values(_ id: Int64, turn: Int64) -> [Value] {
        let number = (id &* 0x9E37_79B9 &+ turn) & 0xFFFF
        let (mantissa, exponent) = (UInt128(number), number % 2 == 0 ? -2 : 3)
        return [
            .int(id), number % 9 == 0 ? .null : .int(number % 90),
            .double(number % 17 == 0 ? .nan : Double(number) / 7 - 3000),
            DecimalValue(
                mantissa: mantissa, exponent: exponent, isNegative: number % 3 == 0
            ).map { .decimal($0) } ?? .null,
            // One group of two spellings: the first row determines its name.
            .string(
                number % 5 == 0 ? "caf\u{e9}" : number % 5 == 1 ? "cafe\u{301}" : "\(number % 60)"),
        ]
    }

    private static let filters = [
        "true", "level > 80", "area < -2900", "level > 99",
    ]

    private static func query(
        _ filter: String, _ source: some DatabaseReader, sorts: [SortTerm] = [], limit: Int? = nil
    ) throws -> Query {
        let schema = try source.schema(of: "Town")
        return Query(
            entity: "Town", filter: try FilterParser.parse(filter, schema: schema), sorts: sorts,
            limit: limit)
    }

    /// Compares the answers of a snapshot and of a pending change, for each filter.
    private static func compare<Answer>(
        _ store: TestStore,
        _ answer: (any RecordSource & DatabaseReader, String) throws -> Answer,
        _ areSame: (Answer, Answer) -> Bool
    ) throws {
        let snapshot = try store.database.snapshot()
        let shared = try filters.map { try answer(snapshot, $0) }
        try store.database.performChanges { changes in
            for (filter, found) in zip(filters, shared) {
                let expected = try answer(changes, filter)
                #expect(areSame(found, expected), "\(filter): \(found), not \(expected)")
            }
        }
    }

    @Test func `counts equal those of one thread`() throws {
        let store = try Self.filledStore()
        try Self.compare(store, { try $0.count(Self.query($1, $0)) }, ==)
    }

    @Test func `the first objects equal those of one thread`() throws {
        let store = try Self.filledStore()
        let orders = [
            [SortTerm("area")], [SortTerm("name"), SortTerm("level", isAscending: false)],
        ]
        for sorts in orders + [[]] {
            for limit in [40, nil] {
                try Self.compare(
                    store,
                    { source, filter in
                        var ids: [Value] = []
                        let query = try Self.query(filter, source, sorts: sorts, limit: limit)
                        try source.forEachRecord(query) { found in
                            ids.append(try source.id(of: found))
                            return true
                        }
                        return ids
                    }, ==)
            }
        }
    }

    @Test func `groups and their aggregates equal those of one thread`() throws {
        let store = try Self.filledStore()
        let aggregates: [AggregateExpression] = [
            .count, .sum("level"), .average("level"), .min("level"), .max("level"), .min("area"),
            .max("area"), .sum("price"), .average("price"), .min("price"), .max("name"),
        ]
        for paths in [["level"], ["name"], ["name", "level"], []] as [[AttributePath]] {
            try Self.compare(
                store,
                { source, filter in
                    try source.groups(
                        Grouping(Self.query(filter, source), by: paths, aggregates))
                }, Self.areSame)
        }
    }

    /// Added in another order, they would have other last digits.
    @Test func `sums of floating-point numbers equal those of one thread to the last bit`() throws {
        let store = try Self.filledStore()
        try Self.compare(
            store,
            { source, filter in
                let asked = try Self.query("(\(filter)) && area < 6000", source)
                return try source.groups(
                    Grouping(asked, by: ["level"], [.sum("area"), .average("area")]))
            }, Self.areSame)
    }

    private static func areSame(_ some: [Group], _ others: [Group]) -> Bool {
        guard some.count == others.count else { return false }
        return zip(some, others).allSatisfy { one, other in
            zip(one.key + one.values, other.key + other.values).allSatisfy(Self.areIdentical)
        }
    }

    /// Returns whether values are identical; texts are compared byte for byte.
    private static func areIdentical(_ one: Value, _ other: Value) -> Bool {
        if case (.string(let one), .string(let other)) = (one, other) {
            return one.utf8.elementsEqual(other.utf8)
        }
        return one == other
    }

    @Test func `the failure at the first place is reported, whichever thread is first`() throws {
        struct Failure: Error, Equatable { let piece: Int }
        for _ in 0..<100 {
            #expect(throws: Failure(piece: 3)) {
                try Lanes(pieces: 40).collect { lane in
                    while let piece = lane.takePiece() {
                        if piece >= 3 { throw Failure(piece: piece) }
                    }
                }
            }
        }
    }

    @Test func `each piece is processed once`() {
        let taken = Lanes(pieces: 1000).collect { lane in
            var pieces: [Int] = []
            while let piece = lane.takePiece() { pieces.append(piece) }
            return pieces
        }
        #expect(taken.flatMap(\.self).sorted() == Array(0..<1000))
        #expect(taken.allSatisfy { $0 == $0.sorted() })
    }
}
