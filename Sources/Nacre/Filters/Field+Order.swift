internal import NacreEngine

// Comparable alone does not do: what is stored as JSON has no order that would be the type's. A
// transformer may lead to a type with one of its own: what the last of them leads to is meant.

extension FilterableField where Value: Storable & Comparable, Value.StoredEnd: Comparable {
    /// Holds where the attribute is less than a value.
    public static func < (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Holds where the attribute is at most a value.
    public static func <= (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Holds where the attribute is greater than a value.
    public static func > (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Holds where the attribute is at least a value.
    public static func >= (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}

// Optional attributes: nil is neither less nor greater.

extension FilterableField {
    /// Holds where the attribute is there and less than a value.
    public static func < <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .less, $1[0]) }
    }

    /// Holds where the attribute is there and at most a value.
    public static func <= <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .lessOrEqual, $1[0]) }
    }

    /// Holds where the attribute is there and greater than a value.
    public static func > <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .greater, $1[0]) }
    }

    /// Holds where the attribute is there and at least a value.
    public static func >= <Wrapped: Storable & Comparable>(
        field: Self, value: Wrapped
    ) -> Filter<Root> where Value == Wrapped?, Wrapped.StoredEnd: Comparable {
        field.filterSubject.filter([value]) { .comparison($0, .greaterOrEqual, $1[0]) }
    }
}
