package import NacreFormat
package import NacreSearch

/// A request for the objects that match a query best. Only data.
package struct RankedSearch: Sendable, Hashable {
    package var entity: String
    /// The name of the entity's search; empty for the one without a name.
    package var search: String
    package var query: SearchQuery
    /// The filter that objects must match as well.
    package var filter: FilterExpression
    /// The maximum number of objects.
    package var limit: Int
    /// The place in the ranking after which the result begins; nil for its start.
    package var after: Place?
    /// The weights of attributes that differ from the declared ones, by name.
    package var weights: [String: Double]

    /// A place in the ranking: that of an object, which need not exist any more.
    package struct Place: Sendable, Hashable {
        package let score: Double
        package let id: Value

        package init(score: Double, id: Value) {
            self.score = score
            self.id = id
        }
    }

    package init(
        _ query: SearchQuery, in entity: String, by search: String = "",
        filter: FilterExpression = .all, limit: Int = 20, after: Place? = nil,
        weights: [String: Double] = [:]
    ) {
        self.entity = entity
        self.search = search
        self.query = query
        self.filter = filter
        self.limit = limit
        self.after = after
        self.weights = weights
    }
}
