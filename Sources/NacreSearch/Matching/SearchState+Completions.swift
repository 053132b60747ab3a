internal import NacreFormat

/// Terms of dictionaries for completion.
extension SearchState {
    /// Returns the terms that begin with some bytes and that at least one document has: those of
    /// the most documents first, then in the order of their bytes.
    package func completions(
        of prefix: [UInt8], limit: Int, checkCancelled: () throws -> Void = {}
    ) throws -> [TermCompletion] {
        var best: [TermCompletion] = []
        var untilCheck = 0
        try forEachTerm(withPrefix: prefix) { term, documents in
            untilCheck -= 1
            if untilCheck < 0 {
                untilCheck = 4096
                try checkCancelled()
            }
            guard documents > 0, limit > 0 else { return }
            if best.count == limit, best[limit - 1].documents >= documents { return }
            // Terms come in ascending order, so among equals the new one is the last.
            let place = best.firstIndex { $0.documents < documents } ?? best.count
            best.insert(TermCompletion(term: term.bytes, documents: documents), at: place)
            if best.count > limit { best.removeLast() }
        }
        return best
    }

    /// Calls a closure with each term that begins with some bytes, in ascending order, and the
    /// number of documents that have it.
    private func forEachTerm(
        withPrefix prefix: [UInt8], _ body: (ByteView, Int) throws -> Void
    ) throws {
        let cursors = runs.map(DictionaryCursor.init)
        defer { withExtendedLifetime(cursors) {} }
        try prefix.withView { prefix in
            var active = try cursors.filter {
                try $0.seek(prefix) && $0.term.hasPrefix(prefix)
            }
            let term = RunMemory(capacity: RunLayout.termMax)
            while let first = active.first {
                var least = first
                for cursor in active.dropFirst() where cursor.term.compare(least.term) < 0 {
                    least = cursor
                }
                term.removeAll()
                term.append(least.term)
                var documents = 0
                for cursor in active where cursor.term.isEqual(to: term.view) {
                    documents += cursor.entry.documents - cursor.entry.removed
                }
                try body(term.view, documents)
                active = try active.filter { cursor in
                    guard cursor.term.isEqual(to: term.view) else { return true }
                    return try cursor.advance() && cursor.term.hasPrefix(prefix)
                }
            }
            withExtendedLifetime(term) {}
        }
    }
}
