internal import NacreEngine

// The operators belong to the types and not to their protocol: otherwise the compiler would try
// them for each `==` of a filter, and its messages would name the protocol.

extension StagedField where Kept: EqualityPromise, Value: Equatable {
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
}

extension InnerStagedField where Kept: EqualityPromise, Value: Equatable {
    /// Matches if the part equals a value: if both are stored equally. A value that the stages
    /// refuse equals none.
    @_disfavoredOverload
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.equality(to: value)
    }

    /// Matches if the part differs from a value.
    @_disfavoredOverload
    public static func != (field: Self, value: Value) -> Filter<Root> {
        !field.stagedCoding.equality(to: value)
    }
}

extension StagedElementsField where Kept: EqualityPromise, Value: Equatable {
    /// Matches if the collection equals another one, by its elements' stored values.
    @_disfavoredOverload
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.stagedCoding.equality(to: value)
    }

    /// Matches if the collection differs from another one.
    @_disfavoredOverload
    public static func != (field: Self, value: Value) -> Filter<Root> {
        !field.stagedCoding.equality(to: value)
    }
}

extension StagedFilterable where Kept: EqualityPromise, Value: Equatable {
    /// Matches if the attribute equals one of several values.
    public func isIn(_ values: some Sequence<Value>) -> Filter<Root> {
        stagedCoding.equality(toOneOf: values)
    }
}

extension Sequence where Element: Equatable & Sendable {
    /// Matches if an attribute with stages equals one of the elements.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Element, Tested.Kept: EqualityPromise {
        field.isIn(self)
    }
}

// A comparison with nil is possible for all stages, since stages do not see nil.

extension StagedField {
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

extension InnerStagedField {
    /// Matches if the part is nil.
    @_disfavoredOverload
    public static func == <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.presence(.equal)
    }

    /// Matches if the part is not nil.
    @_disfavoredOverload
    public static func != <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.stagedCoding.presence(.notEqual)
    }
}
