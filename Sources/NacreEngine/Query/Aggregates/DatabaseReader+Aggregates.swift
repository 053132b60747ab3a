package import NacreFormat

extension RecordSource {
    /// Returns aggregates of the objects of a query. Results that indexes provide are not computed
    /// from records.
    package func aggregate(_ aggregates: [AggregateExpression], _ query: Query) throws -> [Value] {
        let view = view
        return try view.checked { try AggregateExecution(query, in: view).values(aggregates) }
    }

    /// Returns the groups of a grouping, in ascending order of their keys.
    package func groups(_ grouping: Grouping) throws -> [Group] {
        let view = view
        return try view.checked {
            try AggregateExecution(grouping.query, in: view).groups(grouping)
        }
    }

    /// Returns the distinct values at the end of a path from the objects of a query, in ascending
    /// order.
    package func distinct(_ path: AttributePath, _ query: Query) throws -> [Value] {
        try distinct(GroupTerm(path), query)
    }

    /// Returns the distinct keys of the objects of a query, in ascending order.
    package func distinct(_ term: GroupTerm, _ query: Query) throws -> [Value] {
        let view = view
        return try view.checked { try AggregateExecution(query, in: view).distinct(term) }
    }

    /// Returns the number of objects with a smaller value of an attribute. Fast only with an index
    /// of the attribute; without one it reads all objects.
    package func rank(
        of value: Value, by attribute: String, in entity: String
    ) throws -> Int {
        try OrderStatistics(attribute, of: entity, in: view).rank(of: value)
    }

    /// Returns the smallest value such that at least the given fraction of the objects with a value
    /// have no greater one. Fast only with an index of the attribute; without one it reads all
    /// objects.
    package func percentile(
        _ fraction: Double, of attribute: String, in entity: String
    ) throws -> Value {
        try OrderStatistics(attribute, of: entity, in: view).value(at: fraction)
    }

    /// Explains how a query would be answered.
    /// - Parameter isCounting: Whether its objects are only going to be counted.
    package func explain(
        _ query: Query, isCounting: Bool = false
    ) throws -> QueryExplanation {
        let plan = try QueryExecution(query, in: view, isCounting: isCounting).explainedPlan()
        return QueryExplanation(plan, isCounting: isCounting)
    }

    /// Explains how an aggregate of all objects of a query would be computed.
    package func explain(_ aggregate: AggregateExpression, _ query: Query) throws
        -> QueryExplanation
    {
        try AggregateExecution(query, in: view).explanation(of: aggregate)
    }

    /// Explains how groups would be made.
    /// - Parameter isTested: Whether a test will filter the groups once they are made.
    package func explain(
        _ grouping: Grouping, isTested: Bool = false
    ) throws -> GroupExplanation {
        try AggregateExecution(grouping.query, in: view)
            .explanation(of: grouping, isTested: isTested)
    }
}
