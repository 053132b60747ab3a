/// A test of an attribute that compares it with values which only a store can encode: the stages of
/// the attribute take keys or other values from the store. The typed layer resolves it before a
/// query; a query that still has one is refused.
package final class DeferredTest: Sendable {
    package typealias Resolution =
        @Sendable (_ context: any Sendable) throws -> FilterExpression

    /// The stored name of the attribute.
    package let attribute: String
    private let values: [any Sendable]
    private let resolution: Resolution

    /// - Parameters:
    ///   - values: The values, for comparisons of filters. They never appear in a text.
    ///   - resolution: Returns the test of the same attribute with encoded values.
    package init(
        _ attribute: String, _ values: [any Sendable], _ resolution: @escaping Resolution
    ) {
        self.attribute = attribute
        self.values = values
        self.resolution = resolution
    }

    fileprivate func resolved(in context: any Sendable) throws -> FilterExpression {
        try resolution(context)
    }
}

extension DeferredTest: Hashable {
    package static func == (left: DeferredTest, right: DeferredTest) -> Bool {
        if left === right { return true }
        return left.attribute == right.attribute && left.values.count == right.values.count
            && zip(left.values, right.values).allSatisfy(isEqual)
    }

    /// Returns whether two values are equal. Those without `==` never are.
    private static func isEqual(_ one: any Sendable, _ other: any Sendable) -> Bool {
        func equals<Value: Equatable>(_ value: Value) -> Bool { other as? Value == value }
        return (one as? any Equatable).map { equals($0) } ?? false
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(attribute) }
}

extension FilterExpression {
    /// Whether it has a deferred test. Does not recurse, so it is safe for any filter.
    package var isDeferred: Bool {
        var pending = [self]
        while let filter = pending.popLast() {
            if case .deferred = filter { return true }
            pending += filter.parts
        }
        return false
    }

    /// Returns the filter with the tests that a store has encoded.
    /// - Parameter context: Passed to each deferred test.
    /// - Throws: The error of a test, and `invalidValue` if the filter has too many levels.
    package func resolved(in context: any Sendable) throws -> FilterExpression {
        guard isDeferred else { return self }
        if let levelProblem { throw StoreError(.invalidValue, levelProblem) }
        return try resolvedParts(in: context)
    }

    private func resolvedParts(in context: any Sendable) throws -> FilterExpression {
        func resolved(_ part: FilterExpression) throws -> FilterExpression {
            try part.resolvedParts(in: context)
        }
        switch self {
        case .deferred(let test): return try test.resolved(in: context)
        case .and(let parts): return .and(try parts.map(resolved))
        case .or(let parts): return .or(try parts.map(resolved))
        case .not(let part): return .not(try resolved(part))
        case .inner(let name, let step, let part): return .inner(name, step, try resolved(part))
        case .elements(let name, let parts): return .elements(name, try parts.map(resolved))
        case .reference(let name, let part): return .reference(name, try resolved(part))
        case .members(let name, let quantifier, let part):
            return .members(name, quantifier, try resolved(part))
        case .referrers(let referrers, .objects(let quantifier, let part)):
            return .referrers(referrers, .objects(quantifier, try resolved(part)))
        case .outer(let object, let part): return .outer(object, try resolved(part))
        case .all, .none, .comparison, .attributes, .membership, .range, .text, .referrers,
            .among, .search:
            return self
        }
    }
}
