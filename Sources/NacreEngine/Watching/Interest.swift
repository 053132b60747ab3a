/// The part of a store that a result depends on. A commit outside of it cannot change the result.
package struct Interest: Sendable {
    let entity: String
    /// The filter of the objects that the result depends on.
    let filter: FilterExpression
    /// The attributes whose values the result depends on; nil for all. It depends on the ids in any
    /// case.
    let attributes: Set<String>?
    /// Whether the result also depends on objects that references or values lead to, so that any
    /// commit can change it.
    let isOfAllEntities: Bool

    private init(
        _ query: Query, attributes: Set<String>?, isOfAllEntities: Bool
    ) {
        entity = query.entity
        filter = query.filter
        self.attributes = attributes
        self.isOfAllEntities = isOfAllEntities
    }

    /// Makes the interest in the objects of a query, with all their values.
    /// - Parameter holdsObjects: Whether the objects hold others by value.
    package init(objectsOf query: Query, holdsObjects: Bool = false) {
        self.init(
            query, attributes: nil, isOfAllEntities: holdsObjects || query.dependsOnOtherObjects)
    }

    /// Makes the interest in the hits of a ranked search. Their scores depend on the texts of all
    /// objects, also of those that do not match its filter.
    /// - Parameter holdsObjects: Whether the objects hold others by value.
    package init(hitsOf search: RankedSearch, holdsObjects: Bool = false) {
        self.init(
            search.query(of: .all), attributes: nil,
            isOfAllEntities: holdsObjects
                || search.query(of: search.filter).dependsOnOtherObjects)
    }

    /// Makes the interest in one attribute of all objects of an entity.
    package init(in attribute: String, of entity: String) {
        self.init(Query(entity: entity), attributes: [attribute], isOfAllEntities: false)
    }

    /// Makes the interest in the groups of objects and their aggregates.
    package init(in grouping: Grouping) {
        let query = grouping.query
        let paths =
            grouping.terms.map(\.path) + grouping.aggregates.compactMap(\.path)
            + query.sorts.map(\.path)
        // A search does not say which attributes it covers.
        let names = query.filter.hasSearch ? nil : query.filter.ownAttributes
        self.init(
            query, attributes: names?.union(paths.map(\.attribute)),
            isOfAllEntities: query.dependsOnOtherObjects || !paths.allSatisfy(\.isOwn))
    }
}
