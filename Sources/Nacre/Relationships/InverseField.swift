internal import NacreEngine

/// The other side of a reference as filters see it: the `$0.cities` in
/// `Person.where { $0.cities.contains { $0.population > 5_000_000 } }`.
///
/// Filters may go on from there, and through references to it: `$0.mayor.cities.isEmpty`. What
/// stands behind a reference that leads nowhere has no objects and no count.
public struct InverseField<Root, Member: Entity>: Sendable {
    /// The references that lead to the object that is meant, if it is another one.
    let path: FieldPath
    let referrers: Referrers
    let problem: String?

    /// - Parameters:
    ///   - path: of the entity.
    ///   - reference: of the other entity.
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
    /// Holds where a filter holds for one of the objects that refer to this one. `!` before it
    /// makes that none of them.
    /// - Parameter make: the filter, of the other entity's fields.
    public func contains(where make: (Member.Fields) -> Filter<Member>) -> Filter<Root> {
        objects(.any, make)
    }

    /// Holds where a filter holds for all objects that refer to this one, also if there are none.
    /// - Parameter make: the filter, of the other entity's fields.
    public func allSatisfy(_ make: (Member.Fields) -> Filter<Member>) -> Filter<Root> {
        objects(.all, make)
    }

    private func objects(
        _ quantifier: Quantifier, _ make: (Member.Fields) -> Filter<Member>
    ) -> Filter<Root> {
        let test = Filter<Member>(make)
        if let problem = problem ?? test.problem { return Filter(.none, problem: problem) }
        return Filter(
            NacreEngine.Filter.referrers(referrers, .objects(quantifier, test.content))
                .reached(through: path.references), in: path.scope, isOpen: test.isOpen)
    }

    /// How many objects refer to this one.
    public var count: InnerField<Root, Int> {
        let referrers = referrers
        return InnerField(
            FilterSubject(behind: path, problem: problem) { .referrers(referrers, .count($0, $1)) })
    }

    /// How many of the objects that refer to this one a filter holds for.
    ///
    /// ```swift
    /// let busy = Person.where { $0.tasks.count { !$0.isDone } > 3 }
    /// ```
    /// - Parameter make: the filter, of the other entity's fields.
    public func count(where make: (Member.Fields) -> Filter<Member>) -> InnerField<Root, Int> {
        let (referrers, test) = (referrers, Filter<Member>(make))
        return InnerField(
            FilterSubject(behind: path, problem: problem ?? test.problem, isOpen: test.isOpen) {
                .referrers(referrers, .objects(.count($0, $1), test.content))
            })
    }

    /// Holds where no object refers to this one.
    public var isEmpty: Filter<Root> { count == 0 }
}

extension Field where Value: ToOneValue {
    /// The other side of a reference to the object that this one leads to.
    public subscript<Member: Entity>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, InverseField<Value.ReferenceTarget, Member>
        >
    ) -> InverseField<Root, Member> {
        InverseField(
            Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path], problem: problem)
    }
}
