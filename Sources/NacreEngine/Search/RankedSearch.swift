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
    /// The preference for new objects; nil if their age does not count.
    package var recency: Recency?

    /// A place in the ranking: that of an object, which need not exist any more.
    package struct Place: Sendable, Hashable {
        package let score: Double
        package let tie: Tie

        /// The objects with the same score that come after the place.
        package enum Tie: Sendable, Hashable {
            /// Those with greater ids.
            case after(Value)
            /// All of them, if true, or none: the place is one of another entity.
            case all(Bool)
        }

        package init(score: Double, id: Value) {
            self.init(score: score, .after(id))
        }

        package init(score: Double, _ tie: Tie) {
            self.score = score
            self.tie = tie
        }
    }

    /// A preference for new objects: the score is halved with each half-life of age. Dates in the
    /// future count as new, and objects without a date keep their score.
    package struct Recency: Sendable, Hashable {
        /// The name of the attribute that has the date.
        package let attribute: String
        /// The half-life, in seconds.
        package let halfLife: Double
        /// The time at which ages are taken, as dates are stored.
        package let now: Double

        package init(_ attribute: String, halfLife: Double, now: Double) {
            self.attribute = attribute
            self.halfLife = halfLife
            self.now = now
        }
    }

    package init(
        _ query: SearchQuery, in entity: String, by search: String = "",
        filter: FilterExpression = .all, limit: Int = 20, after: Place? = nil,
        weights: [String: Double] = [:], recency: Recency? = nil
    ) {
        self.entity = entity
        self.search = search
        self.query = query
        self.filter = filter
        self.limit = limit
        self.after = after
        self.weights = weights
        self.recency = recency
    }
}
