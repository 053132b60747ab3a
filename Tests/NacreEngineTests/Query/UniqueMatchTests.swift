import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Queries for one value of a unique attribute, which are answered without a plan.
@Suite struct UniqueMatchTests {
    private static let entity = "Part"

    private static func attribute(
        _ number: UInt32, _ name: String, _ type: StoredType, isUnique: Bool = true
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(number), name: name, type: type, isNullable: number > 1,
            isUnique: isUnique)
    }

    private static let attributes = [
        attribute(1, "id", .scalar(.int32), isUnique: false),
        attribute(2, "serial", .scalar(.uint64)),
        attribute(3, "code", .string), attribute(4, "ratio", .scalar(.double)),
        attribute(5, "size", .scalar(.int8), isUnique: false),
    ]

    private static func values(_ id: Int64) -> [Value] {
        let isNull = id % 4 == 0
        return [
            .int(id), isNull ? .null : .uint(.max - UInt64(id)),
            isNull ? .null : .string("code number \(id)"),
            isNull ? .null : .double(id == 1 ? 0 : Double(id) / 2), .int(id % 5),
        ]
    }

    private func store() throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(Self.entity, attributes: Self.attributes, id: "id")
            for id in 0..<40 as Range<Int64> {
                try changes.insert(Self.values(id), into: Self.entity)
            }
            try changes.delete(.int(9), from: Self.entity)
        }
        return store
    }

    /// Values of unique attributes, with some that are no value of the type.
    private static let operands: [(String, Value)] = [
        ("id", .int(3)), ("id", .int(9)), ("id", .int(-1)), ("id", .int(40)), ("id", .uint(3)),
        ("id", .double(3)), ("id", .double(3.5)), ("id", .int(.max)), ("id", .null),
        ("serial", .uint(.max - 5)), ("serial", .uint(.max - 4)), ("serial", .int(5)),
        ("serial", .int(-5)), ("serial", .null), ("code", .string("code number 5")),
        ("code", .string("code number 4")), ("code", .null), ("ratio", .double(-0.0)),
        ("ratio", .double(.nan)), ("ratio", .double(2.5)), ("ratio", .int(1)), ("size", .int(2)),
        ("id", .string("3")), ("nothing", .int(1)),
    ]

    /// Returns the ids that a query finds, or the code of its error.
    private func answer(_ query: Query, _ reader: some DatabaseReader) -> [String] {
        do {
            let found = try reader.fetch(query).map { "\($0.id)" }
            return found + ["count \(try reader.count(query))"]
        } catch let error as StoreError {
            return ["\(error.code)", error.message]
        } catch {
            return ["\(error)"]
        }
    }

    private func check(_ reader: some DatabaseReader) {
        for (name, operand) in Self.operands {
            for (limit, offset) in [(nil, 0), (1, 0), (0, 0), (5, 1), (nil, 7), (-1, 0), (2, -2)] {
                let filter = FilterExpression.comparison(name, .equal, operand)
                let query = Query(entity: Self.entity, filter: filter, limit: limit, offset: offset)
                var planned = query
                planned.filter = .and([filter])
                #expect(answer(query, reader) == answer(planned, reader), "\(name) \(operand)")
            }
        }
    }

    @Test func `a query for a unique value finds what its plan finds`() throws {
        let store = try store()
        let snapshot = try store.database.snapshot()
        check(snapshot)
        // The test compares two ways only if there are two.
        let query = Query(entity: Self.entity, filter: .comparison("id", .equal, .int(3)))
        #expect(try UniqueMatch(query, in: snapshot.view)?.found()?.row != nil)
        #expect(try UniqueMatch(query, in: snapshot.view)?.count() == 1)
        try store.database.performChanges { changes in
            check(changes)
            try changes.update(Self.values(8), of: Self.entity)
            try changes.delete(.int(3), from: Self.entity)
            try changes.insert(Self.values(44), into: Self.entity)
            check(changes)
            // Two objects may share a value until the change ends.
            try changes.insert([.int(50)] + Self.values(5).dropFirst(), into: Self.entity)
            check(changes)
            try changes.delete(.int(5), from: Self.entity)
        }
        check(try store.database.snapshot())
    }
}
