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
    case sum(AttributePath)
    /// Null of no objects. Of integers and floating-point numbers a Double.
    case average(AttributePath)
    /// Null of no objects.
    case min(AttributePath)
    /// Null of no objects.
    case max(AttributePath)

    /// Nil for `count`.
    var path: AttributePath? {
        switch self {
        case .count: nil
        case .sum(let path), .average(let path), .min(let path), .max(let path): path
        }
    }
}

/// As the tool has it: `sum(population)`.
extension Aggregate: CustomStringConvertible {
    package var description: String {
        switch self {
        case .count: "count"
        case .sum(let path): "sum(\(path))"
        case .average(let path): "average(\(path))"
        case .min(let path): "min(\(path))"
        case .max(let path): "max(\(path))"
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
    let path: BoundPath?

    /// At the end of the path.
    var attribute: AttributeSchema? { path?.attribute }

    /// Nil if there is none, or if it is one of what references lead to.
    var ownAttribute: AttributeSchema? { path.flatMap { $0.isOwn ? $0.attribute : nil } }

    init(_ aggregate: Aggregate, in scope: FilterScope) throws(StoreError) {
        operation =
            switch aggregate {
            case .count: .count
            case .sum: .sum
            case .average: .average
            case .min: .min
            case .max: .max
            }
        do throws(OperandError) {
            path = try aggregate.path.map { path throws(OperandError) in
                try BoundPath(path, in: scope)
            }
            if let path { try Self.check(operation, path.attribute) }
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
