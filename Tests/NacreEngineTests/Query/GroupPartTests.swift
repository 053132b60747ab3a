import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Groups by parts of values, with and without indexes.
@Suite struct GroupPartTests {
    /// Periods of 100 seconds, of which every fifth has 40 and the next one 160.
    private static let period = Period("hundreds") { seconds in
        guard seconds.isFinite else { return nil }
        let hundred = (seconds / 100).rounded(.down)
        switch hundred - (hundred / 5).rounded(.down) * 5 {
        case 0 where seconds >= hundred * 100 + 40: return hundred * 100 + 40..<hundred * 100 + 200
        case 0: return hundred * 100..<hundred * 100 + 40
        case 1: return hundred * 100 - 60..<hundred * 100 + 100
        default: return hundred * 100..<hundred * 100 + 100
        }
    }

    private static let attributes: [(name: String, type: StoredType)] = [
        ("id", .scalar(.int64)), ("day", .scalar(.date)), ("plainDay", .scalar(.date)),
        ("tags", .json), ("plainTags", .json), ("codes", .array(of: .int32)),
        ("plainCodes", .array(of: .int32)), ("size", .scalar(.int64)),
    ]

    private struct Row {
        var day: Double?
        var tags: [String]?
        var codes: [Int64]
        var size: Int64
    }

    private static func store(_ rows: [Row]) throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Note",
                attributes: attributes.enumerated().map { place, attribute in
                    AttributeSchema(
                        id: AttributeID(UInt32(place + 1)), name: attribute.name,
                        type: attribute.type, isNullable: place > 0)
                }, id: "id", indexes: [["day"], ["tags"], ["codes"]])
            for (id, row) in rows.enumerated() {
                let day = row.day.map { Value.date($0) } ?? .null
                let tags =
                    row.tags.map { tags in
                        Value.json(json: .array(tags.map { .string($0) }))
                    } ?? .null
                let codes = Value.array(row.codes.map { .int($0) })
                try changes.insert(
                    [
                        .int(Int64(id)), day, day, tags, tags, codes, codes, .int(row.size),
                    ], into: "Note")
            }
        }
        return store
    }

    private static let rows = Generator<[Row]>.array(
        of: Generator<Row> { choices throws(Rejection) in
            func number(_ bound: UInt64) throws(Rejection) -> Int {
                Int(try choices.draw(upTo: bound))
            }
            let day = try number(9) == 0 ? nil : Double(try number(4000)) / 2 - 500
            var tags: [String] = []
            for _ in 0..<(try number(3)) { tags.append(["a", "bb", "ccccccc", ""][try number(3)]) }
            var codes: [Int64] = []
            for _ in 0..<(try number(3)) { codes.append(Int64(try number(4)) - 2) }
            return Row(
                day: day, tags: try number(5) == 0 ? nil : tags, codes: codes,
                size: Int64(try number(20)))
        }, count: 0...60)

    /// Returns the keys and counts of groups as text.
    private static func text(_ groups: [Group]) -> [String] {
        groups.map { "\($0.key) \($0.values)" }
    }

    @Test func `counts by an index are those of all objects`() {
        property("parts of groups", runs: 60, Self.rows) { rows in
            let store = try Self.store(rows)
            let snapshot = try store.database.snapshot()
            let filters: [FilterExpression] = [
                .all, .comparison("day", .greaterOrEqual, .date(250)),
                .or([
                    .comparison("day", .less, .date(35)), .comparison("day", .equal, .null),
                    .comparison("day", .greater, .date(301)),
                ]), .comparison("size", .less, .int(9)),
            ]
            for filter in filters {
                let query = Query(entity: "Note", filter: filter)
                for (name, part) in [
                    ("day", GroupTerm.Part.period(Self.period)), ("tags", .elements(of: .string)),
                    ("codes", .elements(of: .scalar(.int32))),
                ] {
                    let plain = AttributePath(
                        "plain\(name.prefix(1).uppercased())\(name.dropFirst())")
                    let known = try snapshot.groups(
                        Grouping(query, terms: [GroupTerm(AttributePath(name), part)], [.count]))
                    let read = try snapshot.groups(
                        Grouping(query, terms: [GroupTerm(plain, part)], [.count]))
                    try requireEqual(Self.text(known), Self.text(read))
                    try requireEqual(
                        try snapshot.distinct(GroupTerm(plain, part), query).map { "\($0)" },
                        read.map { "\($0.key[0])" })
                }
            }
        }
    }

    @Test func `groups by parts are those of a dictionary, in the order of aggregates`() {
        property("groups by two parts", runs: 60, Self.rows) { rows in
            let snapshot = try Self.store(rows).database.snapshot()
            var expected: [String: (count: Int64, sum: Int64)] = [:]
            for row in rows {
                let start = row.day.flatMap { Self.period.bounds($0)?.lowerBound }
                let key = start.map { "\(Value.date($0))" } ?? "\(Value.null)"
                for tag in Set(row.tags ?? []) {
                    expected["\(key) \(tag)", default: (0, 0)].count += 1
                    expected["\(key) \(tag)", default: (0, 0)].sum += row.size
                }
            }
            var grouping = Grouping(
                Query(entity: "Note"),
                terms: [
                    GroupTerm("day", .period(Self.period)),
                    GroupTerm("tags", .elements(of: .string)),
                ], [.count, .sum("size")])
            let groups = try snapshot.groups(grouping)
            try requireEqual(groups.count, expected.count)
            for group in groups {
                guard case .string(let tag) = group.key[1] else { continue }
                let known = expected["\(group.key[0]) \(tag)"]
                try requireEqual(
                    group.values.map { "\($0)" },
                    ["\(Value.int(known?.count ?? -1))", "\(Value.int(known?.sum ?? -1))"])
            }
            grouping.order = [
                Grouping.Order(1, isAscending: false), Grouping.Order(0, isAscending: true),
            ]
            let ordered = groups.sorted { first, second in
                let (one, other) = (first.values, second.values)
                let sums = one[1].order(relativeTo: other[1])
                if sums != 0 { return sums > 0 }
                let counts = one[0].order(relativeTo: other[0])
                if counts != 0 { return counts < 0 }
                for (one, other) in zip(first.key, second.key) {
                    let order = one.order(relativeTo: other)
                    if order != 0 { return order < 0 }
                }
                return false
            }
            for limit in [nil, 0, 1, 4, 1000] {
                grouping.limit = limit
                try requireEqual(
                    Self.text(try snapshot.groups(grouping)),
                    Self.text(Array(ordered.prefix(limit ?? .max))))
            }
        }
    }

    @Test func `elements of other types than declared are groups of their own`() throws {
        let store = try Self.store([])
        try store.database.performChanges { changes in
            for (id, json) in [
                "[\"a\",1]", "{\"a\":1}", "[[\"a\"],\"a\",null]", "[true]", "7", "[\"a long one\"]",
            ].enumerated() {
                let value = Value.json(json)
                try changes.insert(
                    [.int(Int64(id)), .null, .null, value, value, .null, .null, .int(1)],
                    into: "Note")
            }
        }
        let snapshot = try store.database.snapshot()
        let texts = try ["tags", "plainTags"].map { name in
            let term = GroupTerm(AttributePath(name), .elements(of: .string))
            return Self.text(
                try snapshot.groups(Grouping(Query(entity: "Note"), terms: [term], [.count])))
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].count == 5, "a, 1, [a], true, and the long text")
    }

    @Test func `explanations name the index that counts`() throws {
        let rows = (0..<200).map { number in
            Row(
                day: Double(number), tags: ["t\(number % 3)"], codes: [Int64(number % 4)],
                size: 1)
        }
        let snapshot = try Self.store(rows).database.snapshot()
        func indexes(_ term: GroupTerm, _ filter: FilterExpression = .all) throws -> [String] {
            try snapshot.explain(
                Grouping(Query(entity: "Note", filter: filter), terms: [term], [.count])
            ).indexes
        }
        let days = GroupTerm("day", .period(Self.period))
        #expect(try indexes(days) == ["day"])
        #expect(try indexes(days, .comparison("day", .less, .date(50))) == ["day"])
        #expect(try indexes(days, .comparison("size", .less, .int(9))) == [])
        // Elements of JSON can have one key and different types.
        #expect(try indexes(GroupTerm("tags", .elements(of: .string))) == [])
        #expect(try indexes(GroupTerm("codes", .elements(of: .scalar(.int32)))) == ["codes"])
        #expect(try indexes(GroupTerm("plainDay", .period(Self.period))) == [])
        #expect("\(days)" == "day by hundreds")
        #expect("\(GroupTerm("tags", .elements(of: .string)))" == "elements of tags")
        #expect("\(GroupTerm("size"))" == "size")
        // Nearly each object in a period of its own: the index would not pay.
        let seconds = Period("seconds") { $0.rounded(.down)..<$0.rounded(.down) + 1 }
        #expect(try indexes(GroupTerm("day", .period(seconds))) == [])
        #expect(days.part != .period(seconds))
    }

    @Test func `an object with too many combinations of elements is refused`() throws {
        let tags = (0..<300).map { "t\($0)" }
        let snapshot = try Self.store([Row(day: 1, tags: tags, codes: [], size: 1)]).database
            .snapshot()
        func groups(_ names: String...) throws -> [Group] {
            let terms = names.map { GroupTerm(AttributePath($0), .elements(of: .string)) }
            return try snapshot.groups(Grouping(Query(entity: "Note"), terms: terms, [.count]))
        }
        #expect(try groups("tags").count == 300)
        #expect(storeError { try groups("tags", "plainTags") }?.code == .limitReached)
    }

    @Test func `parts that an attribute does not have are refused`() throws {
        let rows = [Row(day: .nan, tags: nil, codes: [], size: 1)]
        let snapshot = try Self.store(rows).database.snapshot()
        func message(_ term: GroupTerm) -> String {
            let grouping = Grouping(Query(entity: "Note"), terms: [term], [.count])
            return storeError { try snapshot.groups(grouping) }?.message ?? ""
        }
        let period = GroupTerm("size", .period(Self.period))
        #expect(message(period).contains("only dates have periods"))
        #expect(message(GroupTerm("size", .elements(of: .string))).contains("has no elements"))
        for name in ["day", "plainDay"] {
            let term = GroupTerm(AttributePath(name), .period(Self.period))
            #expect(message(term).contains("is in no period (hundreds)"), "\(name)")
        }
    }
}
