package import NacreFormat

extension RecordSource {
    package func aggregate(_ aggregates: [Aggregate], _ query: Query) throws -> [Value] {
        try AggregateExecution(query, in: self).values(aggregates)
    }

    package func groups(_ grouping: Grouping) throws -> [Group] {
        try AggregateExecution(grouping.query, in: self).groups(grouping)
    }

    package func distinct(_ path: AttributePath, _ query: Query) throws -> [Value] {
        try AggregateExecution(query, in: self).distinct(path)
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
    /// - Parameter isCounting: whether its objects are only going to be counted.
    package func explain(
        _ query: Query, isCounting: Bool = false
    ) throws -> QueryExplanation {
        let plan = try QueryExecution(query, in: self, isCounting: isCounting).explainedPlan()
        return QueryExplanation(plan, isCounting: isCounting)
    }

    /// How an aggregate of all objects of a query would be made.
    package func explain(_ aggregate: Aggregate, _ query: Query) throws -> QueryExplanation {
        try AggregateExecution(query, in: self).explanation(of: aggregate)
    }

    /// How groups would be made.
    /// - Parameter isTested: whether groups are going to be left out once they are made.
    package func explain(
        _ grouping: Grouping, isTested: Bool = false
    ) throws -> GroupExplanation {
        try AggregateExecution(grouping.query, in: self)
            .explanation(of: grouping, isTested: isTested)
    }
}

// The same with the type known, as of the other inner loops of a source.

extension Snapshot {
    package func aggregate(_ aggregates: [Aggregate], _ query: Query) throws -> [Value] {
        try checked { try AggregateExecution(query, in: self).values(aggregates) }
    }

    package func groups(_ grouping: Grouping) throws -> [Group] {
        try checked { try AggregateExecution(grouping.query, in: self).groups(grouping) }
    }

    package func distinct(_ path: AttributePath, _ query: Query) throws -> [Value] {
        try checked { try AggregateExecution(query, in: self).distinct(path) }
    }
}

extension Changes {
    package func aggregate(_ aggregates: [Aggregate], _ query: Query) throws -> [Value] {
        try AggregateExecution(query, in: self).values(aggregates)
    }

    package func groups(_ grouping: Grouping) throws -> [Group] {
        try AggregateExecution(grouping.query, in: self).groups(grouping)
    }

    package func distinct(_ path: AttributePath, _ query: Query) throws -> [Value] {
        try AggregateExecution(query, in: self).distinct(path)
    }
}
