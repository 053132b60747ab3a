/// Limits on the depth of filters. One limit applies to all sources: texts, Swift's operators,
/// `Codable` and predicates. Every filter within it has a text that ``FilterParser`` can read.
extension FilterExpression {
    /// A description of the problem if the filter has too many levels, otherwise nil. Safe for any
    /// filter: no recursion goes deeper than the limit.
    package var levelProblem: String? {
        // The maximum depth that is within the limit even if each level is a step into a value.
        let alwaysFine = FilterParser.depthMax / (FilterParser.levelsOfStep + 1)
        guard isDeeper(than: alwaysFine) else { return nil }
        guard isDeeper(than: BoundFilter.depthMax) || textLevels > FilterParser.depthMax else {
            return nil
        }
        return "The filter has more than \(FilterParser.depthMax) levels of parentheses and"
            + " negations. A step into a value or to other objects counts as"
            + " \(FilterParser.levelsOfStep). Keep chains of && and || flat."
    }

    /// The number of levels that ``FilterParser`` counts in the text form.
    private var textLevels: Int {
        let step = FilterParser.levelsOfStep
        var most = 0
        var pending: [(filter: FilterExpression, minimum: Binding, levels: Int)] = [(self, .or, 0)]
        func add(_ parts: [FilterExpression], _ minimum: Binding, _ levels: Int) {
            // Counted for an empty list too, since its brackets are a level.
            most = max(most, levels)
            for part in parts { pending.append((part, minimum, levels)) }
        }
        while let (filter, minimum, outside) = pending.popLast() {
            let levels = outside + (filter.binding.rawValue < minimum.rawValue ? 1 : 0)
            most = max(most, levels)
            switch filter {
            case .and(let parts): add(parts, parts.count > 1 ? .comparison : .or, levels)
            case .or(let parts): add(parts, parts.count > 1 ? .and : .or, levels)
            // Written as `!=`.
            case .not(.elements(_, let tests)): add(tests, .or, levels + 2 * step)
            case .not(let part): add([part], .primary, levels + 1)
            case .inner(_, let inner, let test):
                add([test], inner.isElement ? .or : .comparison, levels + step)
            case .elements(_, let tests): add(tests, .or, levels + step)
            case .reference(_, let test), .outer(_, let test): add([test], .or, levels)
            case .members(_, _, let test), .referrers(_, .objects(_, let test)):
                add([test], .or, levels + step)
            case .all, .none, .comparison, .attributes, .membership, .range, .text, .referrers,
                .among, .search, .deferred:
                break
            }
        }
        return most
    }
}
