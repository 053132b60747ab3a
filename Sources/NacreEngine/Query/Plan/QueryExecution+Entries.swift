internal import NacreFormat

extension QueryExecution {
    /// Returns entries of the index whose order the query has. Only for a walk of which every entry
    /// is an object of the result.
    /// - Parameter places: Their places in the order, without the query's offset and limit.
    func entries(at places: Range<Int>) throws(StoreError) -> [TreeEntry] {
        guard case .walk(let index, let isAscending) = plan.order,
            case .ranges(_, let ranges) = plan.access
        else { return [] }
        let tree = source.tree(of: index, definition)
        var entries: [TreeEntry] = []
        entries.reserveCapacity(places.count)
        var rangeStart = 0
        for range in isAscending ? ranges : ranges.reversed() {
            let count = tree.count(of: range)
            let wanted = places.clamped(to: rangeStart..<rangeStart + count)
            if !wanted.isEmpty {
                try source.limit?.check()
                let skipped = wanted.lowerBound - rangeStart
                let first = range.lower == 0 ? 0 : tree.rank(of: range.start)
                let start = isAscending ? first + skipped : first + count - skipped - wanted.count
                var found: [TreeEntry] = []
                tree.forEachLeaf(at: start..<start + wanted.count) { leaf, places in
                    for place in places { found.append(leaf.entry(place)) }
                }
                entries.append(contentsOf: isAscending ? found : found.reversed())
            }
            rangeStart += count
        }
        return entries
    }
}
