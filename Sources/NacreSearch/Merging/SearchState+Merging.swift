internal import NacreFormat

/// Merging of runs, which keeps their number small. It also serves erasing: a merge of all runs
/// leaves no term that no document has.
extension SearchState {
    /// The runs of a level that are merged.
    private static let fanOut = 6
    /// The bytes of a run from which on it is not of the lowest level. Each level is as many times
    /// larger as the one below as there are runs in a merge.
    private static let lowestLevel = 4096

    /// Merges adjacent runs into one. The state can then be changed with
    /// ``replacing(_:with:mergedIn:)``, also later.
    ///
    /// The memory needed is that of the new run, and a few bytes for each document.
    package func merged(
        _ range: Range<Int>, checkCancelled: () throws -> Void = {}
    ) throws -> SearchRun {
        try withoutActuallyEscaping(checkCancelled) { checkCancelled in
            var merger = try RunMerger(
                parts[range].map(\.run), isOldest: range.lowerBound == 0,
                checkCancelled: checkCancelled)
            return try merger.merge()
        }
    }

    /// Returns adjacent runs that are worth merging, or nil if there are none. Merging them until
    /// there are none copies each document O(log n) times.
    /// - Parameter maximumBytes: The limit of the merged run.
    package func mergeProposal(maximumBytes: Int = 1 << 30) -> Range<Int>? {
        guard parts.count > 1 else { return nil }
        let dead = parts.reduce(0) { $0 + $1.dead.count }
        let live = parts.reduce(0) { $0 + $1.liveCount }
        if dead > live, byteCount <= maximumBytes { return 0..<parts.count }
        let levels = parts.map { Self.level($0.run.bytes.count) }
        for level in 0...(levels.max() ?? 0) {
            var start = 0
            while start < parts.count {
                var end = start
                while end < parts.count, levels[end] <= level { end += 1 }
                if let found = proposal(start..<end, levels, level, maximumBytes) { return found }
                start = end + 1
            }
        }
        return nil
    }

    /// Returns the runs to merge among some of a level and below.
    private func proposal(
        _ range: Range<Int>, _ levels: [Int], _ level: Int, _ maximumBytes: Int
    ) -> Range<Int>? {
        let isFull = range.filter { levels[$0] == level }.count >= Self.fanOut
        guard isFull, var start = range.first(where: { levels[$0] == level }) else { return nil }
        var size = parts[start..<range.upperBound].reduce(0) { $0 + $1.run.bytes.count }
        while size > maximumBytes, start < range.upperBound {
            size -= parts[start].run.bytes.count
            start += 1
        }
        return range.upperBound - start >= Self.fanOut / 2 ? start..<range.upperBound : nil
    }

    private static func level(_ bytes: Int) -> Int {
        var level = 0
        var limit = lowestLevel
        while bytes >= limit {
            level += 1
            limit *= fanOut
        }
        return level
    }
}
