/// The names of the object's own attributes in a filter.
extension FilterExpression {
    /// The attributes of the object itself that are tested.
    var ownAttributes: Set<String> {
        var names: Set<String> = []
        var pending = [self]
        while let filter = pending.popLast() {
            if let name = filter.attribute { names.insert(name) }
            switch filter {
            case .and, .or, .not: pending += filter.parts
            case .attributes(let one, _, let other):
                for path in [one, other] where path.isOwn { names.insert(path.attribute) }
            // The tests inside are of elements or of other objects.
            default: break
            }
        }
        return names
    }

    /// Returns the filter with other names for the attributes of the object itself. Only for a
    /// filter without tests of other objects.
    func renamed(_ newName: (String) -> String) -> FilterExpression {
        func renamed(_ path: AttributePath) -> AttributePath {
            path.isOwn ? AttributePath(newName(path.attribute)) : path
        }
        switch self {
        case .and(let parts): return .and(parts.map { $0.renamed(newName) })
        case .or(let parts): return .or(parts.map { $0.renamed(newName) })
        case .not(let part): return .not(part.renamed(newName))
        case .comparison(let name, let comparison, let value):
            return .comparison(newName(name), comparison, value)
        case .attributes(let one, let comparison, let other):
            return .attributes(renamed(one), comparison, renamed(other))
        case .membership(let name, let values): return .membership(newName(name), values)
        case .range(let name, let range): return .range(newName(name), range)
        case .text(let name, let test): return .text(newName(name), test)
        case .inner(let name, let step, let test): return .inner(newName(name), step, test)
        case .elements(let name, let tests): return .elements(newName(name), tests)
        case .all, .none, .reference, .members, .referrers, .outer, .among, .search, .deferred:
            return self
        }
    }
}
