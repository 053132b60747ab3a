import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Groups and aggregates that are kept up to date by the objects that commits have touched,
/// compared with new ones.
@Suite struct FollowedGroupTests {
    private static let attributes: [(name: String, type: StoredType)] = [
        ("id", .scalar(.int64)), ("kind", .string), ("tags", .array(of: .int32)),
        ("size", .scalar(.int64)), ("big", .scalar(.uint64)), ("price", .scalar(.decimal)),
        ("weight", .scalar(.double)), ("day", .scalar(.date)),
    ]

    private static func store() throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Note",
                attributes: attributes.enumerated().map { place, attribute in
                    AttributeSchema(
                        id: AttributeID(UInt32(place + 1)), name: attribute.name,
                        type: attribute.type, isNullable: place > 0)
                }, id: "id", indexes: [["size"]], searches: [.words(["kind"])])
        }
        return store
    }

    private static func object(_ id: Int64, _ random: inout SplitMix64) throws -> [Value] {
        func orNull(_ value: Value, _ random: inout SplitMix64) -> Value {
            random.next(upTo: 5) == 0 ? .null : value
        }
        let kinds = ["a", "b", "caf\u{e9}", "cafe\u{301}", ""]
        let price = try #require(
            DecimalValue(["1.5", "-2", "3e20", "0.01"][Int(random.next(upTo: 3))]))
        let weights = [0.1, 0.2, 0.3, -0.0, 1e17, .nan]
        let tags = (0..<random.next(upTo: 3)).map { _ in Value.int(Int64(random.next(upTo: 3))) }
        return [
            .int(id), orNull(.string(kinds[Int(random.next(upTo: 4))]), &random), .array(tags),
            orNull(.int(Int64(random.next(upTo: 30)) - 10), &random),
            orNull(.uint(UInt64.max - random.next(upTo: 3)), &random),
            orNull(.decimal(price), &random),
            orNull(.double(weights[Int(random.next(upTo: 5))]), &random),
            orNull(.date(Double(random.next(upTo: 400))), &random),
        ]
    }

    /// Changes, deletes and inserts some objects, some of these in rows that were free.
    private static func change(
        _ database: Database, _ random: inout SplitMix64, count: Int
    ) throws {
        try database.performChanges { changes in
            for _ in 0..<count {
                let id = Int64(random.next(upTo: 300))
                if random.next(upTo: 3) == 0 {
                    _ = try changes.delete(.int(id), from: "Note")
                } else if random.next(upTo: 3) == 0,
                    let same = try changes.find(.int(id), in: "Note")
                {
                    // An unchanged object, perhaps in another row.
                    try changes.delete(.int(id), from: "Note")
                    try changes.insert(same.values, into: "Note")
                } else {
                    try changes.save(object(id, &random), in: "Note")
                }
            }
        }
    }

    private static let hundreds = Period("hundreds") { seconds in
        guard seconds.isFinite else { return nil }
        let start = (seconds / 100).rounded(.down) * 100
        return start..<start + 100
    }

    private static func groupings(_ schema: StoredSchema) throws -> [Grouping] {
        let terms: [[GroupTerm]] = [
            [], [GroupTerm(AttributePath("kind"))],
            [GroupTerm(AttributePath("tags"), .elements(of: .scalar(.int32)))],
            [GroupTerm(AttributePath("day"), .period(hundreds)), GroupTerm(AttributePath("kind"))],
        ]
        let exact: [AggregateExpression] = [
            .count, .sum(AttributePath("size")), .average(AttributePath("price")),
            .sum(AttributePath("price")), .average(AttributePath("big")),
        ]
        let others: [AggregateExpression] = [
            .min(AttributePath("size")), .max(AttributePath("kind")), .min(AttributePath("weight")),
            .max(AttributePath("price")), .max(AttributePath("big")),
        ]
        let inexact: [AggregateExpression] = [
            .sum(AttributePath("weight")), .count, .average(AttributePath("weight")),
        ]
        var groupings: [Grouping] = []
        for filter in ["true", "size > 3", "kind == \"a\" || size < 0", "search(\"a OR cafe\")"] {
            let query = Query(
                entity: "Note", filter: try FilterParser.parse(filter, schema: schema))
            for terms in terms {
                for aggregates in [exact, others, inexact, []] {
                    groupings.append(Grouping(query, terms: terms, aggregates))
                }
            }
            var ordered = Grouping(query, terms: terms[1], [.count])
            ordered.order = [Grouping.Order(0, isAscending: false)]
            ordered.limit = 2
            groupings.append(ordered)
        }
        return groupings
    }

    private static func touched(_ feed: CommitFeed) throws -> Set<RowNumber> {
        var touched: Set<RowNumber> = []
        while let commit = try feed.next() {
            for change in commit.changes + commit.moves { touched.formUnion(change.rows) }
        }
        return touched
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `groups that are kept up to date equal new ones`(seed: UInt64) throws {
        let store = try Self.store()
        let database = store.database
        var random = SplitMix64(seed: seed)
        try Self.change(database, &random, count: 500)
        let feed = try database.commitFeed()
        var snapshot = try database.snapshot()
        let groupings = try Self.groupings(snapshot.schema(of: "Note"))
        var followed = groupings.map { FollowedGroups($0) }
        for place in followed.indices {
            _ = try followed[place].groups(snapshot, touched: nil, since: nil)
        }
        for round in 0..<25 {
            for _ in 0...round % 3 {
                try Self.change(database, &random, count: 1 + round % 7)
            }
            if round == 20 {
                try database.performChanges { changes in
                    for id in 0...Int64(300) { _ = try changes.delete(.int(id), from: "Note") }
                }
            }
            let touched = try Self.touched(feed)
            let former = snapshot
            snapshot = try #require(feed.snapshot)
            for (place, grouping) in groupings.enumerated() {
                let answer = try followed[place].groups(snapshot, touched: touched, since: former)
                let expected = try snapshot.groups(grouping)
                try #require(
                    answer.isIdentical(to: expected),
                    "seed \(seed), round \(round), grouping \(place): \(answer) \(expected)")
            }
        }
    }

    @Test(arguments: [UInt64(4), 5])
    func `an aggregate that is kept up to date equals a new one`(seed: UInt64) throws {
        let store = try Self.store()
        let database = store.database
        var random = SplitMix64(seed: seed)
        let feed = try database.commitFeed()
        var snapshot = try database.snapshot()
        let names = ["size", "big", "price", "weight"]
        let aggregates = names.flatMap { name -> [AggregateExpression] in
            let path = AttributePath(name)
            let all: [AggregateExpression] = [
                .count, .average(path), .min(path), .max(path), .sum(path),
            ]
            // The sum of two great numbers does not fit.
            return name == "big" ? all.dropLast() : all
        }
        let query = Query(
            entity: "Note",
            filter: try FilterParser.parse(
                "kind != \"a\"", schema: snapshot.schema(of: "Note")))
        var followed = aggregates.map { FollowedAggregate($0, query) }
        for place in followed.indices {
            _ = try followed[place].value(snapshot, touched: nil, since: nil)
        }
        for round in 0..<60 {
            try Self.change(database, &random, count: 1 + round % 5)
            let touched = try Self.touched(feed)
            let former = snapshot
            snapshot = try #require(feed.snapshot)
            for (place, aggregate) in aggregates.enumerated() {
                let answer = try followed[place].value(snapshot, touched: touched, since: former)
                let expected = try snapshot.aggregate([aggregate], query)[0]
                try #require(
                    answer.isIdentical(to: expected)
                        || answer.order(relativeTo: expected) == 0 && aggregate.isExtreme,
                    "seed \(seed), round \(round), \(aggregate): \(answer) \(expected)")
            }
        }
    }
}

extension AggregateExpression {
    /// Whether any one of several values that are equal but not identical may be the result.
    fileprivate var isExtreme: Bool {
        switch self {
        case .min, .max: true
        default: false
        }
    }
}
