internal import NacreEngine
internal import NacreFormat

/// The cost of filters and sorts through references: cities with mayors, who have bosses, home
/// towns and lists of cities.
enum ReferenceBenchmark {
    private static let cities = 100_000
    private static let people = 10_000

    private static let queries: [(entity: String, filter: String, sorts: String)] = [
        ("City", "population >= 2500000", ""),
        ("City", "mayor.name == \"p77\"", ""),
        ("City", "mayor.name.hasPrefix(\"p7\")", ""),
        ("City", "mayor.age > 3", ""),
        ("City", "mayor.age != 3", ""),
        ("City", "mayor.boss.home.population > 4900000", ""),
        ("City", "council.contains { name == \"p77\" }", ""),
        ("City", "council.allSatisfy { age > 3 }", ""),
        ("Person", "City.mayor.count >= 11", ""),
        ("Person", "City.mayor.contains { population > 4999000 }", ""),
        ("City", "population >= 2500000", "population"),
        ("City", "population >= 2500000", "mayor.name"),
        ("City", "population >= 2500000", "mayor.boss.home.population"),
    ]

    private static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, to reference: String? = nil
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(id), name: name, type: type, isNullable: id > 1, reference: reference)
    }

    static func make(_ path: String, isIndexed: Bool) throws -> Database {
        let store = try Database(at: path, options: .creating)
        try store.performChanges { changes in
            try changes.define(
                "Person",
                attributes: [
                    attribute(1, "id", .scalar(.int64)), attribute(2, "name", .string),
                    attribute(3, "age", .scalar(.int32)),
                    attribute(4, "boss", .scalar(.int64), to: "Person"),
                    attribute(5, "home", .scalar(.int64), to: "City"),
                ], id: "id", indexes: isIndexed ? [["name"], ["age"], ["boss"]] : [])
            try changes.define(
                "City",
                attributes: [
                    attribute(1, "id", .scalar(.int64)), attribute(2, "name", .string),
                    attribute(3, "population", .scalar(.int64)),
                    attribute(4, "mayor", .scalar(.int64), to: "Person"),
                    attribute(5, "council", .array(of: .int64), to: "Person"),
                    attribute(6, "note", .string),
                ], id: "id", indexes: isIndexed ? [["population"], ["mayor"]] : [])
            for number in 0..<Int64(people) {
                try changes.insert(
                    [
                        .int(number), .string("p\(number)"), .int(number % 5),
                        .int(scattered(number) % Int64(people)),
                        .int(scattered(number) % Int64(cities)),
                    ], into: "Person")
            }
            for number in 0..<Int64(cities) {
                let other = scattered(number)
                let council = (0..<5).map { Value.int((other + $0 * 1009) % Int64(people)) }
                try changes.insert(
                    [
                        .int(number), .string("c\(number)"), .int(other % 5_000_000),
                        .int(other % Int64(people)), .array(council),
                        .string(String(repeating: "n", count: 80)),
                    ], into: "City")
            }
        }
        return store
    }

    private static func scattered(_ number: Int64) -> Int64 {
        Int64(UInt32(truncatingIfNeeded: number) &* 2_654_435_761)
    }

    /// - Parameter best: Returns the best time of several runs, in milliseconds.
    static func run(
        _ path: String, isIndexed: Bool, _ best: (() throws -> Void) throws -> Double
    ) throws {
        let store = try make(path, isIndexed: isIndexed)
        let snapshot = try store.snapshot()
        let finder = snapshot.catalog.finder
        for (entity, filter, sorts) in queries {
            let schema = try snapshot.schema(of: entity)
            let query = Query(
                entity: entity,
                filter: try FilterParser.parse(filter, schema: schema, entities: finder),
                sorts: sorts.isEmpty
                    ? [] : try SortTerm.parse(sorts, schema: schema, entities: finder))
            var found = 0
            let time = try best {
                found = 0
                let body = { (_: FoundRecord) in
                    found += 1
                    return true
                }
                if sorts.isEmpty {
                    found = try snapshot.count(query)
                } else {
                    try snapshot.forEachRecord(query, body)
                }
            }
            print("\(time) ms: \(found) of \(entity) where \(filter) by \(sorts)")
            print(try snapshot.explain(query, isCounting: sorts.isEmpty))
        }
        try store.close()
    }
}
