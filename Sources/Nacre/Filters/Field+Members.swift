internal import NacreEngine

// Filters of the objects that an array or a set of references leads to.

extension Field where Root: Entity, Value: ToManyValue {
    /// Holds where a filter holds for one of the objects. `!` before it makes that none of them.
    ///
    /// ```swift
    /// let large = Person.where { $0.cities.contains { $0.population > 5_000_000 } }
    /// ```
    /// A reference that leads nowhere has no object that a filter could hold for.
    /// - Parameter make: the filter, of the other entity's fields.
    public func contains(
        where make: (Value.Referred.Fields) -> Filter<Value.Referred>
    ) -> Filter<Root> {
        members(.any, make)
    }

    /// Holds where a filter holds for all of the objects, also if there are none; not where a
    /// reference leads nowhere.
    /// - Parameter make: the filter, of the other entity's fields.
    public func allSatisfy(
        _ make: (Value.Referred.Fields) -> Filter<Value.Referred>
    ) -> Filter<Root> {
        members(.all, make)
    }

    /// How many of the objects a filter holds for; a reference that leads nowhere does not count.
    ///
    /// ```swift
    /// let travelled = Person.where { $0.cities.count { $0.population > 5_000_000 } >= 2 }
    /// ```
    /// - Parameter make: the filter, of the other entity's fields.
    public func count(
        where make: (Value.Referred.Fields) -> Filter<Value.Referred>
    ) -> InnerField<Root, Int> {
        let (name, test) = (fieldPath.attribute, Filter<Value.Referred>(make))
        return InnerField(
            FilterSubject(
                behind: fieldPath, problem: problem ?? test.problem, isOpen: test.isOpen
            ) { .members(name, .count($0, $1), test.content) })
    }

    private func members(
        _ quantifier: Quantifier, _ make: (Value.Referred.Fields) -> Filter<Value.Referred>
    ) -> Filter<Root> {
        let test = Filter<Value.Referred>(make)
        if let problem = problem ?? test.problem { return Filter(.none, problem: problem) }
        return Filter(
            NacreEngine.Filter.members(fieldPath.attribute, quantifier, test.content)
                .reached(through: fieldPath.references), in: fieldPath.scope, isOpen: test.isOpen)
    }
}

extension Field where Root: Entity, Value: ElementsValue & ToManyValue {
    /// Holds where one of the references leads to an object.
    /// - Parameter object: the object, of which only the id matters.
    public func contains(_ object: Value.Referred) -> Filter<Root> { contains(Ref(object)) }

    /// Holds where one of the references, or of the objects by value, is this one.
    /// - Parameter reference: to an object.
    public func contains(_ reference: Ref<Value.Referred>) -> Filter<Root> {
        // What is stored of an object by value is a reference to it.
        let element = InnerField<ElementOf<Root, Value>, Ref<Value.Referred>>(
            filterSubject.element(of: Value.self))
        return filterSubject.filter(.someElement, element == reference)
    }
}
