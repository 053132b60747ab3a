package import NacreFormat

extension RecordSource {
    /// Aggregates of the objects of a query. What indexes know is not looked for in records.
    package func aggregate(_ aggregates: [Aggregate], _ query: Query) throws -> [Value] {
        let view = view
        return try view.checked { try AggregateExecution(query, in: view).values(aggregates) }
    }

    /// The groups of a grouping, in the ascending order of their keys.
    package func groups(_ grouping: Grouping) throws -> [Group] {
        let view = view
        return try view.checked {
            try AggregateExecution(grouping.query, in: view).groups(grouping)
        }
    }

    /// The values that stand at the end of a path from the objects of a query, each once, in
    /// ascending order.
    package func distinct(_ path: AttributePath, _ query: Query) throws -> [Value] {
        let view = view
        return try view.checked { try AggregateExecution(query, in: view).distinct(path) }
    }

    /// How many objects have a lesser value of an attribute, which needs an index.
    package func rank(
        of value: Value, by attribute: String, in entity: String
    ) throws -> Int {
        try OrderStatistics(attribute, of: entity, in: view).rank(of: value)
    }

    /// The least value such that a fraction of the objects that have one have none that is greater.
    /// Needs an index.
    package func percentile(
        _ fraction: Double, of attribute: String, in entity: String
    ) throws -> Value {
        try OrderStatistics(attribute, of: entity, in: view).value(at: fraction)
    }

    /// How a query would be answered.
    /// - Parameter isCounting: whether its objects are only going to be counted.
    package func explain(
        _ query: Query, isCounting: Bool = false
    ) throws -> QueryExplanation {
        let plan = try QueryExecution(query, in: view, isCounting: isCounting).explainedPlan()
        return QueryExplanation(plan, isCounting: isCounting)
    }

    /// How an aggregate of all objects of a query would be made.
    package func explain(_ aggregate: Aggregate, _ query: Query) throws -> QueryExplanation {
        try AggregateExecution(query, in: view).explanation(of: aggregate)
    }

    /// How groups would be made.
    /// - Parameter isTested: whether groups are going to be left out once they are made.
    package func explain(
        _ grouping: Grouping, isTested: Bool = false
    ) throws -> GroupExplanation {
        try AggregateExecution(grouping.query, in: view)
            .explanation(of: grouping, isTested: isTested)
    }
}
