internal import NacreFormat

/// Orders of indexes over several attributes, of which the filter fixes the first ones.
extension QueryPlanner {
    /// Returns the query with sorts by the attributes of an index that the filter fixes to one
    /// value, before its own sorts. The order of the objects is the same, and it is that of the
    /// index: an index of project and time has the issues of one project in the order of time.
    /// - Parameter filter: The filter, bound to the entity's schema.
    /// - Returns: The query; nil if no index is of use.
    func sortedThroughFixed(_ query: Query, _ filter: FilterExpression) -> Query? {
        // A cursor has values for the query's own sorts only.
        guard query.after == nil, let first = query.sorts.first, !filter.isAll,
            indexes.contains(where: { $0.attributes.count > 1 })
        else { return nil }
        let fixed = fixedAttributes(filter.conjuncts)
        if fixed.isEmpty { return nil }
        for index in indexes where index.attributes.count > 1 {
            let prefix = index.attributes.map(\.name).prefix {
                fixed.contains($0) && $0 != first.attribute
            }
            if prefix.isEmpty { continue }
            var sorted = query
            sorted.sorts =
                prefix.map { SortTerm($0, isAscending: first.isAscending) } + query.sorts
            if hasOrder(index, sorted.sorts) { return sorted }
        }
        return nil
    }

    /// Returns the names of attributes that have one and the same key in all matches.
    private func fixedAttributes(_ conjuncts: [FilterExpression]) -> Set<String> {
        var names: Set<String> = []
        for case .comparison(let name, .equal, _) in conjuncts {
            guard let ordinal = definition.schema.ordinal(of: name) else { continue }
            switch definition.schema.attributes[ordinal].type {
            // Equal numbers may have different keys: both zeros.
            case .scalar(.float), .scalar(.double), .scalar(.date), .scalar(.decimal): continue
            case .scalar, .string: names.insert(name)
            case .data, .json, .array: continue
            }
        }
        return names
    }
}
