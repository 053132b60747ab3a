internal import NacreFormat

/// One value that is made of many objects. Objects without a value of the attribute, nil, are left
/// out by all but `count`.
///
/// Sums of integers and decimals are exact: one that its type has no room for is an error, never a
/// wrong number. Floating-point numbers are added as Double in the order of the rows, or of the
/// query where it has a limit or an offset, so that no index changes a sum.
///
/// NaN is neither the least nor the greatest while there is a number; it is both where there is
/// none. Of values that are equal but not the same, any one may be the least.
package enum Aggregate: Sendable, Hashable {
    case count
    /// Of no objects 0.
    case sum(String)
    /// Null of no objects. Of integers and floating-point numbers a Double.
    case average(String)
    /// Null of no objects.
    case min(String)
    /// Null of no objects.
    case max(String)

    /// Nil for `count`.
    var attribute: String? {
        switch self {
        case .count: nil
        case .sum(let name), .average(let name), .min(let name), .max(let name): name
        }
    }
}

/// An aggregate that was checked against an entity's schema.
struct BoundAggregate: Sendable {
    enum Operation: Sendable {
        case count, sum, average, min, max
    }

    let operation: Operation
    /// Nil for `count` alone.
    let attribute: AttributeSchema?

    init(_ aggregate: Aggregate, schema: EntitySchema) throws(StoreError) {
        operation =
            switch aggregate {
            case .count: .count
            case .sum: .sum
            case .average: .average
            case .min: .min
            case .max: .max
            }
        do throws(OperandError) {
            attribute = try aggregate.attribute.map { name throws(OperandError) in
                try OperandCheck.attribute(named: name, of: schema)
            }
            if let attribute { try Self.check(operation, attribute) }
        } catch {
            throw StoreError(error)
        }
    }

    /// What records hold that are older than the attribute.
    var valueOfOlderRecords: Value { attribute?.valueOfOlderRecords ?? .null }

    private static func check(
        _ operation: Operation, _ attribute: AttributeSchema
    ) throws(OperandError) {
        switch operation {
        case .count: return
        case .min, .max: try OperandCheck.check(attribute, allows: .order)
        case .sum, .average:
            switch attribute.type {
            case .scalar(.bool), .scalar(.date), .scalar(.uuid), .scalar(.objectID), .string,
                .data, .json, .array:
                throw OperandCheck.refusal(attribute, "and only numbers have a sum.", nil)
            default: return
            }
        }
    }
}
