internal import NacreEngine

// Comparisons of two attributes that have the same stages: of one object, of objects that its
// references lead to, or of the object outside the closure. The stored forms are compared. If the
// stages differ, fetching throws `invalidValue` and names both attributes.

extension StagedField where Root: Entity, Kept: EqualityPromise, Value: Equatable {
    /// Matches if two attributes are equal: `$0.sender == $0.owner`. Nil equals only nil.
    @_disfavoredOverload
    public static func == <Other: EqualityPromise>(
        field: Self, other: StagedField<Root, Value, Other>
    ) -> Filter<Root> { field.filter(.equal, other) }

    /// Matches if two attributes differ.
    @_disfavoredOverload
    public static func != <Other: EqualityPromise>(
        field: Self, other: StagedField<Root, Value, Other>
    ) -> Filter<Root> { field.filter(.notEqual, other) }

    /// Matches if an attribute equals an optional one.
    @_disfavoredOverload
    public static func == <Other: EqualityPromise>(
        field: Self, other: StagedField<Root, Value?, Other>
    ) -> Filter<Root> { field.filter(.equal, other) }

    /// Matches if an attribute differs from an optional one.
    @_disfavoredOverload
    public static func != <Other: EqualityPromise>(
        field: Self, other: StagedField<Root, Value?, Other>
    ) -> Filter<Root> { field.filter(.notEqual, other) }

    /// Matches if an optional attribute equals another one.
    @_disfavoredOverload
    public static func == <Other: EqualityPromise>(
        other: StagedField<Root, Value?, Other>, field: Self
    ) -> Filter<Root> { field.filter(.equal, other) }

    /// Matches if an optional attribute differs from another one.
    @_disfavoredOverload
    public static func != <Other: EqualityPromise>(
        other: StagedField<Root, Value?, Other>, field: Self
    ) -> Filter<Root> { field.filter(.notEqual, other) }

    /// Matches if an attribute equals an attribute of the object outside the closure.
    @_disfavoredOverload
    public static func == <Outer: Entity, Other: EqualityPromise>(
        field: Self, other: StagedField<Outer, Value, Other>
    ) -> Filter<Root> { field.filter(.equal, outer: other) }

    /// Matches if an attribute differs from an attribute of the object outside the closure.
    @_disfavoredOverload
    public static func != <Outer: Entity, Other: EqualityPromise>(
        field: Self, other: StagedField<Outer, Value, Other>
    ) -> Filter<Root> { field.filter(.notEqual, outer: other) }

    private func filter<Outer, Other, Promise>(
        _ comparison: NacreEngine.ComparisonOperator,
        outer other: StagedField<Outer, Other, Promise>
    ) -> Filter<Root> {
        stagedCoding.subject.filter(comparison, outer: other.stagedCoding.subject)
    }
}

extension StagedField where Root: Entity, Kept: OrderPromise, Value: Comparable {
    /// Matches if an attribute is less than another one.
    @_disfavoredOverload
    public static func < <Other: OrderPromise>(
        field: Self, other: StagedField<Root, Value, Other>
    ) -> Filter<Root> { field.filter(.less, other) }

    /// Matches if an attribute is at most another one.
    @_disfavoredOverload
    public static func <= <Other: OrderPromise>(
        field: Self, other: StagedField<Root, Value, Other>
    ) -> Filter<Root> { field.filter(.lessOrEqual, other) }

    /// Matches if an attribute is greater than another one.
    @_disfavoredOverload
    public static func > <Other: OrderPromise>(
        field: Self, other: StagedField<Root, Value, Other>
    ) -> Filter<Root> { field.filter(.greater, other) }

    /// Matches if an attribute is at least another one.
    @_disfavoredOverload
    public static func >= <Other: OrderPromise>(
        field: Self, other: StagedField<Root, Value, Other>
    ) -> Filter<Root> { field.filter(.greaterOrEqual, other) }
}

extension StagedField {
    fileprivate func filter<Other, Promise>(
        _ comparison: NacreEngine.ComparisonOperator, _ other: StagedField<Root, Other, Promise>
    ) -> Filter<Root> {
        stagedCoding.subject.filter(comparison, other.stagedCoding.subject)
    }
}
