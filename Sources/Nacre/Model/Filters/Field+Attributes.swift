internal import NacreEngine

// Comparisons of two attributes: of one object, of objects that its references lead to, or of the
// object outside the closure. Either attribute may be optional.

extension Field where Root: Entity, Value: SingleValue, Value.Single: Equatable {
    /// Matches if two attributes are equal: `$0.homeCity == $0.birthplace`. They may belong to
    /// objects that references lead to: `$0.mayor.home == $0.capital`. Nil equals only nil.
    public static func == <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.equal, other) }

    /// Matches if two attributes differ.
    public static func != <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.notEqual, other) }
}

extension Field
where
    Root: Entity, Value: SingleValue, Value.Single: Comparable, Value.Single.StoredEnd: Comparable
{
    /// Matches if an attribute is less than another one: `$0.from < $0.to`. Nil is neither less nor
    /// greater.
    public static func < <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.less, other) }

    /// Matches if an attribute is at most another one.
    public static func <= <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.lessOrEqual, other) }

    /// Matches if an attribute is greater than another one.
    public static func > <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.greater, other) }

    /// Matches if an attribute is at least another one.
    public static func >= <Other: SingleValue>(
        field: Self, other: Field<Root, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.greaterOrEqual, other) }
}

// Comparisons of an object's attribute with an attribute of the object of another entity outside
// the closure, in either order:
// `Club.where { club in club.books.contains { $0.pages > club.limit } }`.

extension Field where Root: Entity, Value: SingleValue, Value.Single: Equatable {
    /// Matches if an attribute equals an attribute of the object outside the closure.
    public static func == <Outer: Entity, Other: SingleValue>(
        field: Self, other: Field<Outer, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.equal, outer: other) }

    /// Matches if an attribute equals an attribute of the object outside the closure.
    public static func == <Inner: Entity, Other: SingleValue>(
        other: Self, field: Field<Inner, Other>
    ) -> Filter<Inner> where Other.Single == Value.Single { field.filter(.equal, outer: other) }

    /// Matches if an attribute differs from an attribute of the object outside the closure.
    public static func != <Outer: Entity, Other: SingleValue>(
        field: Self, other: Field<Outer, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.notEqual, outer: other) }

    /// Matches if an attribute differs from an attribute of the object outside the closure.
    public static func != <Inner: Entity, Other: SingleValue>(
        other: Self, field: Field<Inner, Other>
    ) -> Filter<Inner> where Other.Single == Value.Single { field.filter(.notEqual, outer: other) }
}

extension Field
where
    Root: Entity, Value: SingleValue, Value.Single: Comparable, Value.Single.StoredEnd: Comparable
{
    /// Matches if an attribute is less than an attribute of the object outside the closure.
    public static func < <Outer: Entity, Other: SingleValue>(
        field: Self, other: Field<Outer, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.less, outer: other) }

    /// Matches if an attribute of the object outside the closure is less than an attribute.
    public static func < <Inner: Entity, Other: SingleValue>(
        other: Self, field: Field<Inner, Other>
    ) -> Filter<Inner> where Other.Single == Value.Single { field.filter(.greater, outer: other) }

    /// Matches if an attribute is at most an attribute of the object outside the closure.
    public static func <= <Outer: Entity, Other: SingleValue>(
        field: Self, other: Field<Outer, Other>
    ) -> Filter<Root> where Other.Single == Value.Single {
        field.filter(.lessOrEqual, outer: other)
    }

    /// Matches if an attribute of the object outside the closure is at most an attribute.
    public static func <= <Inner: Entity, Other: SingleValue>(
        other: Self, field: Field<Inner, Other>
    ) -> Filter<Inner> where Other.Single == Value.Single {
        field.filter(.greaterOrEqual, outer: other)
    }

    /// Matches if an attribute is greater than an attribute of the object outside the closure.
    public static func > <Outer: Entity, Other: SingleValue>(
        field: Self, other: Field<Outer, Other>
    ) -> Filter<Root> where Other.Single == Value.Single { field.filter(.greater, outer: other) }

    /// Matches if an attribute of the object outside the closure is greater than an attribute.
    public static func > <Inner: Entity, Other: SingleValue>(
        other: Self, field: Field<Inner, Other>
    ) -> Filter<Inner> where Other.Single == Value.Single { field.filter(.less, outer: other) }

    /// Matches if an attribute is at least an attribute of the object outside the closure.
    public static func >= <Outer: Entity, Other: SingleValue>(
        field: Self, other: Field<Outer, Other>
    ) -> Filter<Root> where Other.Single == Value.Single {
        field.filter(.greaterOrEqual, outer: other)
    }

    /// Matches if an attribute of the object outside the closure is at least an attribute.
    public static func >= <Inner: Entity, Other: SingleValue>(
        other: Self, field: Field<Inner, Other>
    ) -> Filter<Inner> where Other.Single == Value.Single {
        field.filter(.lessOrEqual, outer: other)
    }
}

extension Field where Root: Entity {
    fileprivate func filter<Other>(
        _ comparison: NacreEngine.ComparisonOperator, _ other: Field<Root, Other>
    ) -> Filter<Root> {
        attributeSubject.filter(comparison, other.attributeSubject)
    }

    fileprivate func filter<Outer, Other>(
        _ comparison: NacreEngine.ComparisonOperator, outer other: Field<Outer, Other>
    ) -> Filter<Root> {
        attributeSubject.filter(comparison, outer: other.attributeSubject)
    }
}

extension Field {
    fileprivate var attributeSubject: FilterSubject { FilterSubject(fieldPath, problem: problem) }
}
