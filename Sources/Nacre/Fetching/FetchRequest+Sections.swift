internal import NacreFormat

extension FetchRequest {
    /// Returns the request sorted by a property first, ascending, and then by its own sorts. A
    /// request whose sorts begin with the property, in any direction, stays as it is.
    /// - Parameter property: The property. If it is not an attribute, fetching throws
    ///   `invalidValue`.
    package func sorted<Value>(firstBy property: KeyPath<Owner, Value>) -> FetchRequest {
        let attribute = Owner.attribute(at: property)
        let name = attribute?.name
        let keepsEquality = Pipeline.keepsEquality(attribute?.stages ?? [])
        if let first = sorts.first, first.field == FieldPath(name: name ?? "") { return self }
        let problem =
            name == nil || !keepsEquality
            ? "The property of the sections is not an attribute of '\(Owner.entityName)'"
                + " that stores equal values equally. Declare it as one, such as a @Derived one."
            : nil
        var request = self
        request.sorts.insert(
            SortContent(
                field: FieldPath(name: name ?? ""), isAscending: true, problem: problem,
                order: nil), at: 0)
        return request
    }
}
