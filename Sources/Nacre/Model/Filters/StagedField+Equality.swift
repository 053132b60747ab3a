internal import NacreEngine

extension EquatableField where Root: Entity, Value: Equatable {
    /// Matches if the attribute equals a value: if both are stored equally. A value that the stages
    /// refuse equals none.
    @_disfavoredOverload
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.equality(to: value)
    }

    /// Matches if the attribute differs from a value.
    @_disfavoredOverload
    public static func != (field: Self, value: Value) -> Filter<Root> {
        !field.stagedCoding.equality(to: value)
    }

    /// Matches if the attribute equals one of several values.
    public func isIn(_ values: some Sequence<Value>) -> Filter<Root> {
        stagedCoding.equality(toOneOf: values)
    }
}

// A comparison with nil is possible for all stages, since stages do not see nil.

extension StagedField where Root: Entity {
    /// Matches if the attribute is nil.
    @_disfavoredOverload
    public static func == <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.presence(.equal)
    }

    /// Matches if the attribute is not nil.
    @_disfavoredOverload
    public static func != <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.presence(.notEqual)
    }
}
