extension FilterExpression {
    /// Returns whether the filter tests only this attribute.
    func isAbout(_ attribute: String) -> Bool {
        switch self {
        case .comparison(attribute, _, _), .membership(attribute, _), .range(attribute, _),
            .text(attribute, _), .inner(attribute, _, _), .reference(attribute, _),
            .members(attribute, _, _), .among(attribute, _):
            true
        default: false
        }
    }

    /// The filters whose conjunction is this filter.
    var conjuncts: [FilterExpression] {
        switch self {
        case .all: []
        case .and(let parts): parts.flatMap(\.conjuncts)
        default: [self]
        }
    }

    /// Returns the conjunction of some filters.
    static func all(_ parts: [FilterExpression]) -> FilterExpression {
        parts.isEmpty ? .all : parts.count == 1 ? parts[0] : .and(parts)
    }
}
