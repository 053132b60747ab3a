internal import NacreEngine

extension EquatableField where Root: Entity, Value: Equatable {
    /// Holds where the attribute equals a value: where both are stored equally.
    @_disfavoredOverload
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.equality([value]) { .comparison($0, .equal, $1[0]) }
    }

    /// Holds where the attribute differs from a value.
    @_disfavoredOverload
    public static func != (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.equality([value]) { .comparison($0, .notEqual, $1[0]) }
    }

    /// Holds where the attribute equals one of some values.
    public func isIn(_ values: some Sequence<Value>) -> Filter<Root> {
        stagedCoding.equality(Array(values)) { .membership($0, $1) }
    }
}

// Nil is compared with whatever the stages are, since none of them sees it.

extension StagedField where Root: Entity {
    /// Holds where the attribute is nil.
    @_disfavoredOverload
    public static func == <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.presence(.equal)
    }

    /// Holds where the attribute is not nil.
    @_disfavoredOverload
    public static func != <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.presence(.notEqual)
    }
}
