import NacreFormat
import Testing

@testable import NacreEngine

/// Several threads add up the values that they meet, and the split of the objects among them is
/// arbitrary.
@Suite struct AggregateCellTests {
    private static let cases: [(type: StoredType, values: [Value])] = [
        // "e" with an accent, in one scalar and in two: equal, with different bytes.
        (.string, [.string("caf\u{e9}"), .string("cafe\u{301}")]),
        (.scalar(.double), [.double(0), .double(-0.0)]),
        (.scalar(.float), [.float(0), .float(-0.0)]),
        (.scalar(.date), [.date(0), .date(-0.0)]),
    ]

    private static func bytes(of value: Value) -> [UInt64] {
        switch value {
        case .string(let text): text.utf8.map(UInt64.init)
        case .double(let number), .date(let number): [number.bitPattern]
        case .float(let number): [UInt64(number.bitPattern)]
        default: []
        }
    }

    private static func extreme(
        _ operation: AggregateExpression, _ type: StoredType, of parts: [[Value]]
    ) throws -> [UInt64] {
        let attributes = ["id", "value"].enumerated().map { place, name in
            AttributeSchema(
                id: AttributeID(UInt32(place + 1)), name: name,
                type: place == 0 ? .scalar(.int64) : type, isNullable: false)
        }
        let schema = StoredSchema(
            number: EntityNumber(1), name: "Thing", attributes: attributes, idOrdinal: 0)
        let aggregate = try BoundAggregate(operation, in: FilterScope(schema, .none))
        var whole = AggregateCell()
        for part in parts {
            var cell = AggregateCell()
            for value in part { cell.add(value, aggregate.operation) }
            whole.add(cell, aggregate.operation)
        }
        return bytes(of: try whole.result(of: aggregate))
    }

    @Test(arguments: [AggregateExpression.min("value"), .max("value")])
    func `the choice between equal values does not depend on the order of reading`(
        operation: AggregateExpression
    ) throws {
        for (type, values) in Self.cases {
            let parts = [
                [values], [values.reversed()], [[values[0]], [values[1]]],
                [[values[1]], [values[0]]], [[values[1]], values],
            ]
            let found = try parts.map { try Self.extreme(operation, type, of: $0) }
            #expect(Set(found).count == 1, "\(type): \(found)")
        }
    }
}
