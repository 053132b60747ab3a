internal import NacreEngine

// Filters of the objects that an array or a set of references leads to.

extension Field where Root: Entity, Value: ToManyValue {
    /// Matches if at least one of the objects matches a filter. Negated with `!`, it matches if
    /// none does.
    ///
    /// ```swift
    /// let large = Person.where { $0.cities.contains { $0.population > 5_000_000 } }
    /// ```
    /// A dangling reference has no object and matches no filter.
    /// - Parameter make: Makes the filter from the other entity's fields.
    public func contains(
        where make: (Value.Referred.Fields) -> Filter<Value.Referred>
    ) -> Filter<Root> {
        members(.any, make)
    }

    /// Matches if all of the objects match a filter, and if there are none. Does not match if a
    /// reference is dangling.
    /// - Parameter make: Makes the filter from the other entity's fields.
    public func allSatisfy(
        _ make: (Value.Referred.Fields) -> Filter<Value.Referred>
    ) -> Filter<Root> {
        members(.all, make)
    }

    /// Returns the number of the objects that match a filter. Dangling references do not count.
    ///
    /// ```swift
    /// let travelled = Person.where { $0.cities.count { $0.population > 5_000_000 } >= 2 }
    /// ```
    /// - Parameter make: Makes the filter from the other entity's fields.
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
            FilterExpression.members(fieldPath.attribute, quantifier, test.content)
                .reached(through: fieldPath.references), in: fieldPath.scope, isOpen: test.isOpen)
    }
}

extension Field where Root: Entity, Value: ElementsValue & ToManyValue {
    /// Matches if one of the references leads to an object.
    /// - Parameter object: The object. Only its id is compared.
    public func contains(_ object: Value.Referred) -> Filter<Root> { contains(Ref(object)) }

    /// Matches if one of the references, or of the objects held by value, is the given one.
    /// - Parameter reference: A reference to the object.
    public func contains(_ reference: Ref<Value.Referred>) -> Filter<Root> {
        // An object by value is stored as a reference to it.
        let element = InnerField<ElementOf<Root, Value>, Ref<Value.Referred>>(
            filterSubject.element(of: Value.self))
        return filterSubject.filter(.someElement, element == reference)
    }
}
