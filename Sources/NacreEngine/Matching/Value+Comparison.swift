import NacreFormat

/// Comparisons with Swift's own operators. Unlike in sort order, NaN equals nothing.
extension Value {
    /// Returns whether a comparison of two values that are not null holds. False for values of
    /// different kinds.
    func compare(_ comparison: ComparisonOperator, _ other: Value) -> Bool {
        switch (self, other) {
        case (.bool(let a), .bool(let b)):
            return Matcher.compare(a ? 1 : 0, comparison, b ? 1 : 0)
        case (.int(let a), .int(let b)): return Matcher.compare(a, comparison, b)
        case (.uint(let a), .uint(let b)), (.objectID(let a), .objectID(let b)):
            return Matcher.compare(a, comparison, b)
        case (.float(let a), .float(let b)): return Matcher.compare(a, comparison, b)
        case (.float(let a), .double(let b)): return Matcher.compare(Double(a), comparison, b)
        case (.double(let a), .float(let b)): return Matcher.compare(a, comparison, Double(b))
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
            return Matcher.compare(a, comparison, b)
        case (.uuid(let a), .uuid(let b)): return Matcher.compare(a, comparison, b)
        case (.decimal(let a), .decimal(let b)): return Matcher.compare(a, comparison, b)
        case (.data(let a), .data(let b)):
            let order = a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
            return Matcher.compare(order, comparison, 0)
        case (.string(let a), .string(let b)):
            return Matcher.compare(a.order(relativeTo: b), comparison, 0)
        case (.json(let a), .json(let b)): return comparison.holds(ifEqual: a == b)
        // Element by element: an array with NaN in it does not equal itself.
        case (.array(let a), .array(let b)):
            return comparison.holds(ifEqual: a.elementsEqual(b) { $0.compare(.equal, $1) })
        default: return false
        }
    }
}

extension ComparisonOperator {
    /// Returns whether the comparison holds for values that have no order.
    fileprivate func holds(ifEqual isEqual: Bool) -> Bool {
        self == .equal && isEqual || self == .notEqual && !isEqual
    }
}
