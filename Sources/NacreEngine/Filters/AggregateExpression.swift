internal import NacreFormat

/// One value computed from many objects. All aggregates except `count` skip objects whose attribute
/// is nil.
///
/// Sums of integers and decimals are exact: if the sum does not fit its type, the result is an
/// error, never a wrong number. Floating-point numbers are added as Double in the order of the
/// rows, or of the query if it has a limit or an offset, so no index changes a sum.
///
/// NaN is the minimum or maximum only if there are no numbers. Of values that are equal but not
/// identical, any one may be the minimum or maximum.
package enum AggregateExpression: Sendable, Hashable {
    case count
    /// The sum. 0 for no objects.
    case sum(AttributePath)
    /// The average. Null for no objects. A Double for integers and floating-point numbers.
    case average(AttributePath)
    /// The minimum. Null for no objects.
    case min(AttributePath)
    /// The maximum. Null for no objects.
    case max(AttributePath)

    /// The attribute's path. Nil for `count`.
    var path: AttributePath? {
        switch self {
        case .count: nil
        case .sum(let path), .average(let path), .min(let path), .max(let path): path
        }
    }
}

/// The text form that the tool uses: `sum(population)`.
extension AggregateExpression: CustomStringConvertible {
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
    /// The checked path. Nil only for `count`.
    let path: BoundPath?

    /// The attribute at the end of the path.
    var attribute: AttributeSchema? { path?.attribute }

    /// The attribute, if it belongs to the objects themselves. Nil if there is none or if it
    /// belongs to a referenced object.
    var ownAttribute: AttributeSchema? { path.flatMap { $0.isOwn ? $0.attribute : nil } }

    init(_ aggregate: AggregateExpression, in scope: FilterScope) throws(StoreError) {
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

    /// The value in records that are older than the attribute.
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
