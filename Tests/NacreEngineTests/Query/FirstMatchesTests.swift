import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The first objects of many in an order that no index has: most are excluded by a number or two,
/// and if these tie, the values and at last the ids decide.
@Suite struct FirstMatchesTests {
    /// Texts of which some share the bytes that the numbers are made of.
    private static let names = [
        "a", "", "same beginning 1", "same beginning 2", "caf\u{e9}", "cafe\u{301}", "seven ch",
        "same beginnin\u{e9} 1", "same beginnine\u{301} 0", "same be", "same beginnings",
    ]

    private struct Thing {
        let id: Int64
        let level: Value
        let name: String

        init(_ id: Int64) {
            self.id = id
            level = id % 5 == 0 ? .null : .int(id % 3)
            name = FirstMatchesTests.names[Int(id * 7 % 13) % FirstMatchesTests.names.count]
        }

        /// Returns whether this object precedes another in Swift's order of the values.
        func precedes(_ other: Thing, _ sorts: [SortTerm]) -> Bool {
            for sort in sorts {
                let order =
                    sort.attribute == "level"
                    ? level.order(relativeTo: other.level)
                    : name == other.name ? 0 : name < other.name ? -1 : 1
                if order != 0 { return sort.isAscending ? order < 0 : order > 0 }
            }
            return id < other.id
        }
    }

    /// Hundreds of objects have one key if there is an index, and are sorted by the rest.
    @Test(arguments: [["level"], ["name"], ["level", "name"], ["name", "level"]], [false, true])
    func `the first objects are those of the complete order`(
        attributes: [String], isIndexed: Bool
    ) throws {
        let indexes = isIndexed ? ["level", "name"].map { NamedIndex([$0]) } : []
        try withStore { store in
            try store.database.performChanges { changes in
                try changes.define(
                    "Thing", attributes: Self.attributes, id: "id", indexes: indexes)
                for id in 0..<700 as Range<Int64> {
                    // Scattered: the last objects are not last in any order.
                    let thing = Thing(id * 389 % 701)
                    try changes.insert(
                        [.int(thing.id), thing.level, .string(thing.name)], into: "Thing")
                }
            }
            let things = (0..<700 as Range<Int64>).map { Thing($0 * 389 % 701) }
            for directions in 0..<1 << attributes.count {
                let sorts = attributes.enumerated().map { place, name in
                    SortTerm(name, isAscending: directions >> place & 1 == 0)
                }
                let expected = things.sorted { $0.precedes($1, sorts) }.map { Value.int($0.id) }
                for limit in [1, 20, 90, 699] {
                    let query = Query(entity: "Thing", sorts: sorts, limit: limit)
                    let found = try store.database.snapshot().fetch(query).map(\.id)
                    #expect(found == Array(expected.prefix(limit)), "\(sorts), \(limit)")
                }
            }
        }
    }

    private static let attributes = [
        AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
        AttributeSchema(
            id: AttributeID(2), name: "level", type: .scalar(.int8), isNullable: true),
        AttributeSchema(id: AttributeID(3), name: "name", type: .string, isNullable: false),
    ]
}
