/// The full-text index of one version of a store: runs from the oldest to the newest. A copy costs
/// nothing.
///
/// A row's text is in the newest run that mentions the row. Touched rows of a run void documents
/// of older runs, so each row matches in at most one run.
package struct SearchState: Sendable {
    /// A run, and its documents that newer runs void.
    struct Part: Sendable {
        let run: SearchRun
        var dead = DeadDocuments()

        /// The number of documents that are not void.
        var liveCount: Int { run.documentCount - dead.count }
    }

    private(set) var parts: [Part] = []

    /// Makes a state without documents.
    package init() {}

    init(parts: [Part]) {
        self.parts = parts
    }

    /// The runs, from the oldest to the newest.
    package var runs: [SearchRun] { parts.map(\.run) }

    /// Returns a state with one more run, the newest.
    package func adding(_ run: SearchRun) throws(SearchError) -> SearchState {
        var result = self
        for row in try run.touchedRows() { result.void(row, before: parts.count) }
        result.parts.append(Part(run: run))
        return result
    }

    /// Voids the documents of a row in the first parts.
    private mutating func void(_ row: UInt32, before end: Int) {
        for index in 0..<end {
            let run = parts[index].run
            guard let ordinal = run.ordinal(of: row), !parts[index].dead.contains(ordinal) else {
                continue
            }
            parts[index].dead.insert(ordinal, of: run.documentCount)
        }
    }

    /// Returns a state in which one run replaces several that were merged into it.
    /// - Parameters:
    ///   - range: The merged runs, as in `former`.
    ///   - former: The state in which they were merged. Since then newer runs may have come, and
    ///     other runs may have been merged.
    /// - Returns: nil if the merged runs are not in this state side by side.
    package func replacing(
        _ range: Range<Int>, with merged: SearchRun, mergedIn former: SearchState
    ) throws(SearchError) -> SearchState? {
        let old = former.parts[range]
        guard let first = old.first,
            let start = parts.firstIndex(where: { $0.run === first.run }),
            start + old.count <= parts.count,
            zip(old, parts[start...]).allSatisfy({ $0.run === $1.run })
        else { return nil }
        var result = self
        let isEmpty = merged.documentCount == 0 && merged.touchedCount == 0
        let fresh = isEmpty ? [] : [Part(run: merged)]
        result.parts.replaceSubrange(start..<start + old.count, with: fresh)
        if merged.documentCount == 0 { return result }
        for part in result.parts[(start + 1)...] {
            for row in try part.run.touchedRows() {
                guard let ordinal = merged.ordinal(of: row) else { continue }
                result.parts[start].dead.insert(ordinal, of: merged.documentCount)
            }
        }
        return result
    }

    /// Whether the index has a text of a row, with at least one term.
    package func holds(_ row: UInt32) -> Bool {
        parts.contains { part in
            part.run.ordinal(of: row).map { !part.dead.contains($0) } ?? false
        }
    }
}
