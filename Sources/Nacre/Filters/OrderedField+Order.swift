internal import NacreEngine

// As of attributes without stages; here what is stored has an order, so that values need no more
// than one of their own.

extension OrderedField where Root: Entity, Value: Comparable {
    /// Holds where the attribute is less than a value.
    public static func < (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Holds where the attribute is at most a value.
    public static func <= (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Holds where the attribute is greater than a value.
    public static func > (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Holds where the attribute is at least a value.
    public static func >= (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}

// Optional attributes: nil is neither less nor greater.

extension OrderedField where Root: Entity {
    /// Holds where the attribute is there and less than a value.
    public static func < <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Holds where the attribute is there and at most a value.
    public static func <= <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Holds where the attribute is there and greater than a value.
    public static func > <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Holds where the attribute is there and at least a value.
    public static func >= <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}
