package import NacreFormat

extension RecordSource {
    /// Aggregates of the objects of a query. What indexes know is not counted in records.
    package func aggregate(_ aggregates: [Aggregate], _ query: Query) throws -> [Value] {
        try AggregateExecution(query, in: self).values(aggregates)
    }

    /// The groups of a grouping for which `having` holds, in the ascending order of their keys.
    package func groups(
        _ grouping: Grouping, having: (Group) throws -> Bool = { _ in true }
    ) throws -> [Group] {
        try AggregateExecution(grouping.query, in: self).groups(
            by: grouping.attributes, grouping.aggregates, having: having)
    }

    /// The values that an attribute has in the objects of a query, each once, in ascending order.
    package func distinct(_ attribute: String, _ query: Query) throws -> [Value] {
        try AggregateExecution(query, in: self).distinct(attribute)
    }

    /// How many objects have a lesser value of an attribute, which needs an index.
    package func rank(
        of value: Value, by attribute: String, in entity: String
    ) throws -> Int {
        try OrderStatistics(attribute, of: entity, in: self).rank(of: value)
    }

    /// The least value such that a fraction of the objects that have one have none that is greater.
    /// Needs an index.
    package func percentile(
        _ fraction: Double, of attribute: String, in entity: String
    ) throws -> Value {
        try OrderStatistics(attribute, of: entity, in: self).value(at: fraction)
    }

    /// How a query would be answered.
    package func explain(_ query: Query) throws -> QueryExplanation {
        QueryExplanation(try QueryExecution(query, in: self).plan)
    }
}
