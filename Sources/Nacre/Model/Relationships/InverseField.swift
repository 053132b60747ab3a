internal import NacreEngine

/// The other side of a reference in filters: the `$0.cities` in
/// `Person.where { $0.cities.contains { $0.population > 5_000_000 } }`.
///
/// Filters may continue from there, and reach it through references: `$0.mayor.cities.isEmpty`.
/// After a reference that leads nowhere, there are no objects and no count.
public struct InverseField<Root, Member: Entity>: Sendable {
    /// The references that lead to the owner of the property, if it is another object.
    let path: FieldPath
    let referrers: Referrers
    let problem: String?

    /// Makes the other side of a reference.
    /// - Parameters:
    ///   - path: The path to the entity that has the property.
    ///   - reference: The other entity's reference.
    public init<Value>(
        _ path: FieldPath, of reference: KeyPath<Member.Fields, Field<Member, Value>>
    ) {
        let field = Member.Fields(FieldPath())[keyPath: reference]
        self.init(path, field.fieldPath, problem: field.problem)
    }

    init(_ path: FieldPath, _ reference: FieldPath, problem: String?) {
        self.path = path
        referrers = Referrers(Member.entityName, by: reference.name)
        self.problem = problem
    }

    fileprivate init<Other>(_ field: InverseField<Other, Member>, problem: String?) {
        path = field.path
        referrers = field.referrers
        self.problem = problem ?? field.problem
    }
}

extension InverseField where Root: Entity {
    /// Returns a filter that matches if a filter matches any object that refers to this one. With
    /// `!` before it, it matches if none does.
    /// - Parameter make: Makes the filter from the other entity's fields.
    public func contains(where make: (Member.Fields) -> Filter<Member>) -> Filter<Root> {
        objects(.any, make)
    }

    /// Returns a filter that matches if a filter matches all objects that refer to this one, or if
    /// there are none.
    /// - Parameter make: Makes the filter from the other entity's fields.
    public func allSatisfy(_ make: (Member.Fields) -> Filter<Member>) -> Filter<Root> {
        objects(.all, make)
    }

    private func objects(
        _ quantifier: Quantifier, _ make: (Member.Fields) -> Filter<Member>
    ) -> Filter<Root> {
        let test = Filter<Member>(make)
        if let problem = problem ?? test.problem { return Filter(.none, problem: problem) }
        return Filter(
            FilterExpression.referrers(referrers, .objects(quantifier, test.content))
                .reached(through: path.references), in: path.scope, isOpen: test.isOpen)
    }

    /// The number of objects that refer to this one.
    public var count: InnerField<Root, Int> {
        let referrers = referrers
        return InnerField(
            FilterSubject(behind: path, problem: problem) { .referrers(referrers, .count($0, $1)) })
    }

    /// Returns the number of objects that refer to this one and match a filter.
    ///
    /// ```swift
    /// let busy = Person.where { $0.tasks.count { $0.isDone == false } > 3 }
    /// ```
    /// - Parameter make: Makes the filter from the other entity's fields.
    public func count(where make: (Member.Fields) -> Filter<Member>) -> InnerField<Root, Int> {
        let (referrers, test) = (referrers, Filter<Member>(make))
        return InnerField(
            FilterSubject(behind: path, problem: problem ?? test.problem, isOpen: test.isOpen) {
                .referrers(referrers, .objects(.count($0, $1), test.content))
            })
    }

    /// A filter that matches if no object refers to this one.
    public var isEmpty: Filter<Root> { count == 0 }
}

extension Field where Value: ToOneValue {
    /// The other side of a reference to the object that this reference leads to.
    public subscript<Member: Entity>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, InverseField<Value.ReferenceTarget, Member>
        >
    ) -> InverseField<Root, Member> {
        InverseField(
            Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path], problem: problem)
    }
}
