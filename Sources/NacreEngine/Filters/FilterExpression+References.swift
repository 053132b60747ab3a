internal import NacreFormat
internal import NacreSearch

extension FilterExpression {
    /// Returns the filter as a test of the object that references lead to. The first reference is
    /// an attribute of the outermost entity.
    package func reached(through references: [String]) -> FilterExpression {
        references.reversed().reduce(self) { .reference($1, $0) }
    }

    /// The negation, in a form that indexes support if there is one.
    var negated: FilterExpression {
        switch self {
        case .not(let part): part
        case .comparison(let name, .notEqual, let value): .comparison(name, .equal, value)
        default: .not(self)
        }
    }

    /// Whether it contains tests that are not resolved yet: of other objects, and searches.
    var asksOthers: Bool { reachesOthers || hasSearch }

    /// Whether it contains tests of other objects.
    var reachesOthers: Bool {
        switch self {
        case .reference, .members, .referrers, .outer: true
        // Which words are near another one depends on all words of the index.
        case .search(let condition): condition.query.hasFuzzyWord
        case .attributes(let one, _, let other): !(one.isOwn && other.isOwn)
        default: hasPart { $0.reachesOthers }
        }
    }

    /// Whether it contains a full-text search.
    var hasSearch: Bool {
        if case .search = self { true } else { hasPart { $0.hasSearch } }
    }

    /// Whether the filter holds for a nonexistent object, all of whose attributes are nil: the
    /// target of a reference that is nil or leads nowhere.
    var holdsForNothing: Bool {
        switch self {
        case .all: true
        // A nonexistent object has no elements.
        case .none, .range, .text, .elements, .search, .deferred: false
        case .members(_, let quantifier, _), .referrers(_, .objects(let quantifier, _)):
            quantifier.holdsForNil
        // A nonexistent object has no count: it is nil.
        case .referrers(_, .count(let comparison, _)): comparison == .notEqual
        case .comparison(_, .equal, let value): value.isNull
        case .comparison(_, .notEqual, let value): !value.isNull
        case .comparison: false
        case .attributes(_, let comparison, _): comparison.holdsForNils
        case .membership(_, let values): values.contains(where: \.isNull)
        case .and(let parts): parts.allSatisfy(\.holdsForNothing)
        case .or(let parts): parts.contains(where: \.holdsForNothing)
        case .not(let part): !part.holdsForNothing
        case .reference(_, let test), .outer(_, let test): test.holdsForNothing
        case .among(_, let set): set.quantifier?.holdsForNil ?? set.isComplement
        // Everything except elements is nil.
        case .inner(_, let inner, let test): !inner.isElement && test.holdsForNothing
        }
    }
}
