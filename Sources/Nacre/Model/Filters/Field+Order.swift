internal import NacreEngine

// `Comparable` alone is not enough: the JSON form of a value does not have the order of its type.
// Transformers may lead to a type with an order of its own, so the type at the end of the chain
// must be `Comparable` too.

extension FilterableField where Value: Storable & Comparable, Value.StoredEnd: Comparable {
    /// Matches if the attribute is less than a value.
    public static func < (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Matches if the attribute is at most a value.
    public static func <= (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Matches if the attribute is greater than a value.
    public static func > (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Matches if the attribute is at least a value.
    public static func >= (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}

// Optional attributes: nil is neither less nor greater.

extension FilterableField {
    /// Matches if the attribute is not nil and less than a value.
    public static func < <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Matches if the attribute is not nil and at most a value.
    public static func <= <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Matches if the attribute is not nil and greater than a value.
    public static func > <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Matches if the attribute is not nil and at least a value.
    public static func >= <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}
