internal import NacreFormat

extension Filter {
    /// The opposite, in a form that indexes understand if there is one.
    var negated: Filter {
        switch self {
        case .not(let part): part
        case .comparison(let name, .notEqual, let value): .comparison(name, .equal, value)
        default: .not(self)
        }
    }

    /// Whether there is a question about other objects in it that is still to be answered.
    var asksOthers: Bool {
        switch self {
        case .reference, .members, .referrers, .outer: true
        case .attributes(let one, _, let other): !(one.isOwn && other.isOwn)
        default: parts.contains(where: \.asksOthers)
        }
    }

    /// Whether the filter holds for an object that does not exist, all of whose attributes are nil:
    /// that of a reference which is nil or leads nowhere.
    var holdsForNothing: Bool {
        switch self {
        case .all: true
        // Elements there are none.
        case .none, .range, .text, .elements: false
        case .members(_, let quantifier, _), .referrers(_, .objects(let quantifier, _)):
            quantifier.holdsForNil
        // Of no object there is no count: nil.
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
        // Whatever is no element is nil.
        case .inner(_, let inner, let test): !inner.isElement && test.holdsForNothing
        }
    }
}
