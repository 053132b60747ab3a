import NacreFormat

/// A compiled filter of a value inside another value. ``Matcher`` is the counterpart for records.
/// It has no steps, since parts of JSON text have no slots.
final class InnerMatcher: Sendable {
    private enum Kind: Sendable {
        case constant(Bool)
        case not(InnerMatcher)
        case all([InnerMatcher])
        case any([InnerMatcher])
        /// All comparisons must hold.
        case comparisons([(ComparisonOperator, InnerLiteral)])
        case membership([InnerLiteral])
        case text(TextCondition, TextLiteral)
        case pattern(TextPattern)
        case key(TextLiteral, InnerMatcher)
        case inner(InnerValue, InnerMatcher)
        /// One test for each element.
        case elements([InnerMatcher])
    }

    private let kind: Kind

    /// - Parameter filter: A bound filter of a single value. Names are ignored.
    init(_ filter: FilterExpression) throws(OperandError) {
        switch filter {
        case .all: kind = .constant(true)
        case .none: kind = .constant(false)
        case .not(let part): kind = .not(try InnerMatcher(part))
        case .and(let parts): kind = .all(try Self.tests(parts))
        case .or(let parts): kind = .any(try Self.tests(parts))
        case .comparison(_, let comparison, let value):
            kind = .comparisons([(comparison, InnerLiteral(value))])
        case .range(_, let range):
            kind = .comparisons(range.comparisons.map { ($0, InnerLiteral($1)) })
        case .membership(_, let values): kind = .membership(values.map { InnerLiteral($0) })
        case .text(_, let test) where test.method == .matches: kind = .pattern(try test.pattern)
        case .text(_, let test):
            kind = .text(test, TextLiteral(test.text.folded(test.options)))
        case .inner(_, .value(let key), let filter):
            kind = .key(TextLiteral(key), try InnerMatcher(filter))
        case .inner(_, let inner, let filter): kind = .inner(inner, try InnerMatcher(filter))
        case .elements(_, let tests): kind = .elements(try Self.tests(tests))
        case .reference, .members, .referrers, .outer, .among, .attributes, .search, .deferred:
            throw OperandError(.invalidValue, "A filter of parts of a value cannot use attributes.")
        }
    }

    private static func tests(_ filters: [FilterExpression]) throws(OperandError) -> [InnerMatcher]
    {
        var tests: [InnerMatcher] = []
        for filter in filters { tests.append(try InnerMatcher(filter)) }
        return tests
    }

    func holds(for value: MatchedValue) throws(MatchedValue.Damage) -> Bool {
        switch kind {
        case .constant(let holds): return holds
        case .not(let test): return !(try test.holds(for: value))
        case .all(let tests):
            for test in tests where !(try test.holds(for: value)) { return false }
            return true
        case .any(let tests):
            for test in tests where try test.holds(for: value) { return true }
            return false
        case .comparisons(let comparisons):
            for (comparison, literal) in comparisons
            where !(try value.compare(comparison, literal)) {
                return false
            }
            return true
        case .membership(let literals):
            for literal in literals where try value.compare(.equal, literal) { return true }
            return false
        case .text(let test, let literal): return try value.test(test, literal)
        case .pattern(let pattern):
            guard let text = try value.string() else { return false }
            return pattern.matches(text)
        case .key(let key, let test): return try test.holds(for: try value.value(ofKey: key))
        case .inner(let inner, let test): return try holds(value, inner, test)
        case .elements(let tests): return try Self.holds(tests, for: value)
        }
    }

    private static func holds(
        _ tests: [InnerMatcher], for value: MatchedValue
    ) throws(MatchedValue.Damage) -> Bool {
        // The members of a JSON object have no order.
        if case .json(let text) = value, JSONScanner(text)?.isObject == true { return false }
        var place = 0
        var isEqual = true
        let isCollection = try value.forEachElement { (element) throws(MatchedValue.Damage) in
            isEqual = place < tests.count
            if isEqual { isEqual = try tests[place].holds(for: element) }
            place += 1
            return !isEqual
        }
        return isCollection && isEqual && place == tests.count
    }

    private func holds(
        _ value: MatchedValue, _ inner: InnerValue, _ test: InnerMatcher
    ) throws(MatchedValue.Damage) -> Bool {
        switch inner {
        case .count:
            let count = try value.count()
            return try test.holds(for: count.map { .scalar(.int(Int64($0))) } ?? .null)
        case .someElement, .everyElement:
            // One element decides: a success for `some`, a failure for `every`.
            let isSome = inner == .someElement
            var isDecided = false
            let isCollection = try value.forEachElement { (element) throws(MatchedValue.Damage) in
                isDecided = try test.holds(for: element) == isSome
                return isDecided
            }
            return isCollection && isDecided == isSome
        case .keys, .values:
            guard case .json(let text) = value, JSONScanner(text)?.isObject == true else {
                return try test.holds(for: .null)
            }
            return try test.holds(for: inner == .keys ? .keys(text) : .values(text))
        case .value: preconditionFailure("a key has a test of its own kind")
        }
    }
}
