internal import NacreEngine

// Two attributes compared with each other: of an object, or of others that references lead to from
// it. Either of them may be optional.

extension Field where Root: Entity, Value: SingleValue, Value.Single: Equatable {
    /// Holds where two attributes are equal: `$0.homeCity == $0.birthplace`, or of objects that
    /// references lead to: `$0.mayor.home == $0.capital`. Nil equals only nil.
    public static func == <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.equal, other) }

    /// Holds where two attributes differ.
    public static func != <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.notEqual, other) }
}

extension Field
where
    Root: Entity, Value: SingleValue, Value.Single: Comparable, Value.Single.StoredEnd: Comparable
{
    /// Holds where an attribute is less than another one: `$0.from < $0.to`. Nil is neither less
    /// nor greater.
    public static func < <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.less, other) }

    /// Holds where an attribute is at most another one.
    public static func <= <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.lessOrEqual, other) }

    /// Holds where an attribute is greater than another one.
    public static func > <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.greater, other) }

    /// Holds where an attribute is at least another one.
    public static func >= <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.greaterOrEqual, other) }
}

extension Field where Root: Entity {
    fileprivate func filter<Other>(
        _ comparison: NacreEngine.ComparisonOperator, _ other: Field<Root, Other>
    ) -> Filter<Root> {
        let subject = FilterSubject(fieldPath, problem: problem)
        let otherSubject = FilterSubject(other.fieldPath, problem: other.problem)
        return subject.filter(comparison, otherSubject)
    }
}
