package import NacreFormat

/// Sort order. Unlike the order of filters, it is total.
extension Value {
    /// Returns a negative number, zero or a positive number. Null is first and NaN last. Both zeros
    /// are equal. Strings have the order of Swift's String, JSON that of its text's bytes, arrays
    /// that of their first differing element. Both values must belong to one attribute.
    package func order(relativeTo other: Value) -> Int {
        switch (self, other) {
        case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
        case (.int(let a), .int(let b)): Self.order(a, b)
        case (.uint(let a), .uint(let b)), (.objectID(let a), .objectID(let b)): Self.order(a, b)
        case (.float(let a), .float(let b)): Self.order(Double(a), Double(b))
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)): Self.order(a, b)
        case (.uuid(let a), .uuid(let b)): Self.order(a, b)
        case (.decimal(let a), .decimal(let b)): Self.order(a, b)
        case (.string(let a), .string(let b)): a.order(relativeTo: b)
        case (.data(let a), .data(let b)):
            a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
        case (.json(let a), .json(let b)):
            a.utf8.elementsEqual(b.utf8) ? 0 : a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
        case (.array(let a), .array(let b)):
            zip(a, b).lazy.map { $0.order(relativeTo: $1) }.first { $0 != 0 }
                ?? Self.order(a.count, b.count)
        // Within an attribute, only null has a different kind.
        default: (isNull ? 0 : 1) - (other.isNull ? 0 : 1)
        }
    }

    /// Compares as ``order(relativeTo:)`` does, but also orders equal values that differ: negative
    /// zero comes first, and of two texts the one with the lesser bytes. So the minimum of some
    /// values does not depend on their order. Arrays are not compared further, since they have no
    /// minimum.
    func strictOrder(relativeTo other: Value) -> Int {
        let order = order(relativeTo: other)
        if order != 0 { return order }
        switch (self, other) {
        case (.float(let a), .float(let b)): return Self.order(a.sign, b.sign)
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
            return Self.order(a.sign, b.sign)
        case (.string(let a), .string(let b)):
            return a.utf8.elementsEqual(b.utf8)
                ? 0 : a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
        default: return 0
        }
    }

    private static func order(_ a: FloatingPointSign, _ b: FloatingPointSign) -> Int {
        order(b.rawValue, a.rawValue)
    }

    private static func order<Operand: Comparable>(_ a: Operand, _ b: Operand) -> Int {
        a < b ? -1 : a == b ? 0 : 1
    }

    private static func order(_ a: Double, _ b: Double) -> Int {
        if a.isNaN || b.isNaN { return (a.isNaN ? 1 : 0) - (b.isNaN ? 1 : 0) }
        return a < b ? -1 : a == b ? 0 : 1
    }
}
