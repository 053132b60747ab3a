internal import NacreFormat

/// The ranges of indexes that answer conditions.
extension QueryPlanner {
    /// Returns the ranges of one index that remain after applying all conditions it can evaluate.
    func narrowed(_ index: IndexDefinition, _ parts: [FilterExpression]) -> Choice? {
        // Nearly all indexes have nothing to do with a filter; they are skipped at once.
        guard parts.contains(where: { $0.isAbout(index.attribute.name) }) else { return nil }
        if index.attributes.count > 1 { return narrowedByAll(index, parts) }
        guard let (ranges, rest, isOfIndex) = narrowing(index, parts) else { return nil }
        if ranges.isEmpty { return Choice(access: .nothing, count: 0, residual: .none) }
        return Choice(
            access: .ranges(index, ranges), count: source.count(of: index, ranges, definition),
            residual: .all(rest), asksOnlyTies: isOfIndex)
    }

    /// Returns the ranges that the conditions leave, and the conditions that are still to be
    /// tested.
    /// - Parameter index: An index of one attribute.
    func narrowing(
        _ index: IndexDefinition, _ parts: [FilterExpression]
    ) -> (ranges: [KeyRange], rest: [FilterExpression], knowsAll: Bool)? {
        KeyRanges(
            attribute: index.attribute, isUnique: index.isUnique, idKey: source.idKey,
            valuesMax: valuesMax
        ).narrowing(parts)
    }

    /// The maximum number of values in a range list: each takes two descents of the tree, compared
    /// with one pass over all objects.
    private var valuesMax: Int { max(64, objectCount / 8) }

    /// Returns the ranges of an index of elements, separately for each condition that it can
    /// evaluate.
    func narrowedByElements(_ index: IndexDefinition, _ parts: [FilterExpression])
        -> [Choice]
    {
        guard let element = index.element,
            parts.contains(where: { $0.isAbout(index.attribute.name) })
        else { return [] }
        let keys = ElementRanges(
            index.attribute, element, idKey: source.idKey, valuesMax: valuesMax)
        return parts.enumerated().compactMap { place, part in
            guard let ranges = keys.ranges(of: part) else { return nil }
            if ranges.isEmpty { return Choice(access: .nothing, count: 0, residual: .none) }
            var rest = parts
            if ranges.allSatisfy({ $0.check == .none }) { rest.remove(at: place) }
            // Some objects may occur in them several times.
            let count = min(source.count(of: index, ranges, definition), objectCount)
            return Choice(
                access: .ranges(index, ranges), count: count, residual: .all(rest))
        }
    }

    /// Returns the range of an index over several attributes, the first of which are compared for
    /// equality.
    private func narrowedByAll(_ index: IndexDefinition, _ parts: [FilterExpression]) -> Choice? {
        var values: [Value] = []
        for attribute in index.attributes {
            let value = parts.lazy.compactMap { part -> Value? in
                guard case .comparison(attribute.name, .equal, let value) = part else { return nil }
                return value
            }.first
            guard let value, !value.isNull || attribute.isNullable,
                value.isNull || IDKey.takes(value, as: attribute.type)
            else { break }
            values.append(value)
        }
        guard let range = index.range(equalTo: values, source.idKey) else { return nil }
        return Choice(
            access: .ranges(index, [range]), count: source.count(of: index, [range], definition),
            residual: .all(parts))
    }
}
