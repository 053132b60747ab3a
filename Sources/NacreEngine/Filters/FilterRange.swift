package import NacreFormat

/// A range of values, in the five forms of Swift's ranges. A range whose lower bound exceeds its
/// upper bound is empty.
package enum FilterRange: Sendable, Hashable {
    /// `lower...upper`
    case closed(Value, Value)
    /// `lower..<upper`
    case halfOpen(Value, Value)
    /// `lower...`
    case from(Value)
    /// `...upper`
    case through(Value)
    /// `..<upper`
    case upTo(Value)

    /// The comparison with the lower bound, if there is one.
    var lower: (ComparisonOperator, Value)? {
        switch self {
        case .closed(let lower, _), .halfOpen(let lower, _), .from(let lower):
            (.greaterOrEqual, lower)
        case .through, .upTo: nil
        }
    }

    /// The comparison with the upper bound, if there is one.
    var upper: (ComparisonOperator, Value)? {
        switch self {
        case .closed(_, let upper), .through(let upper): (.lessOrEqual, upper)
        case .halfOpen(_, let upper), .upTo(let upper): (.less, upper)
        case .from: nil
        }
    }

    /// The comparisons whose conjunction is the range.
    package var comparisons: [(ComparisonOperator, Value)] { [lower, upper].compactMap(\.self) }

    /// Returns a range of the same form with other bounds.
    func map<Failure: Error>(
        _ transform: (Value) throws(Failure) -> Value
    ) throws(Failure) -> FilterRange {
        switch self {
        case .closed(let lower, let upper): .closed(try transform(lower), try transform(upper))
        case .halfOpen(let lower, let upper): .halfOpen(try transform(lower), try transform(upper))
        case .from(let lower): .from(try transform(lower))
        case .through(let upper): .through(try transform(upper))
        case .upTo(let upper): .upTo(try transform(upper))
        }
    }
}
