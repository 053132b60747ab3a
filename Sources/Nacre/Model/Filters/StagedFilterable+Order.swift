internal import NacreEngine

// Comparisons as for attributes without stages. The stages keep the order of the stored form, so
// only the value type must be `Comparable`.

extension StagedField where Kept: OrderPromise, Value: Comparable {
    /// Matches if the attribute is less than a value.
    public static func < (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Matches if the attribute is at most a value.
    public static func <= (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Matches if the attribute is greater than a value.
    public static func > (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Matches if the attribute is at least a value.
    public static func >= (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}

// Optional attributes: nil is neither less nor greater.

extension StagedField where Kept: OrderPromise {
    /// Matches if the attribute is not nil and less than a value.
    public static func < <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Matches if the attribute is not nil and at most a value.
    public static func <= <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Matches if the attribute is not nil and greater than a value.
    public static func > <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Matches if the attribute is not nil and at least a value.
    public static func >= <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}

extension InnerStagedField where Kept: OrderPromise, Value: Comparable {
    /// Matches if the part is less than a value.
    public static func < (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Matches if the part is at most a value.
    public static func <= (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Matches if the part is greater than a value.
    public static func > (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Matches if the part is at least a value.
    public static func >= (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.order([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}

// Optional parts: nil is neither less nor greater.

extension InnerStagedField where Kept: OrderPromise {
    /// Matches if the part is not nil and less than a value.
    public static func < <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Matches if the part is not nil and at most a value.
    public static func <= <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Matches if the part is not nil and greater than a value.
    public static func > <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Matches if the part is not nil and at least a value.
    public static func >= <Wrapped: Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.order([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}
