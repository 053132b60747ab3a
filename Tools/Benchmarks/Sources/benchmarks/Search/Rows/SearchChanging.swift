/// The rows that change a store or open one. Each turn has a copy of the store.
struct SearchChanging {
    let run: SearchRun

    private var stores: SearchStores { run.stores }
    private var texts: NoteTexts { run.stores.texts }

    func rows(_ kind: SearchRowKind) throws -> [SearchRow] {
        SearchRun.note(kind.rawValue)
        let size = NoteChanges.commitSize
        switch kind {
        case .build: return try build()
        case .insertAll: return try insertAll()
        case .insert:
            return try change(kind, count: texts.later.count) {
                try $0.insert(texts.later, inCommitsOf: size)
            }
        case .archive, .extend:
            let ids = NoteChanges.ids(of: texts.notes)
            return try change(kind, count: ids.count) {
                kind == .archive
                    ? try $0.archive(ids: ids, inCommitsOf: size)
                    : try $0.extend(ids: ids, inCommitsOf: size)
            }
        case .open, .first:
            let laps = try run.alternate { peer in
                try opening(kind == .open, peer, in: stores.searched(peer))
            }
            return [row(kind, laps)]
        case .openKilled, .firstKilled:
            let laps = try run.alternate { peer in
                try openingAfterKill(kind == .openKilled, peer)
            }
            return [row(kind, laps)]
        case .size: return [try sizes()]
        default: return []
        }
    }

    /// Adds the search to a store that has all notes.
    private func build() throws -> [SearchRow] {
        let laps = try run.alternate { peer in
            try withCopy(of: stores.plain(peer)) { copy in
                var notes: (any NoteStore)?
                let lap = try Lap.untilQuiet { notes = try peer.open(in: copy) }
                try notes?.close()
                return lap
            }
        }
        return times(.build, laps)
    }

    private func insertAll() throws -> [SearchRow] {
        let laps = try run.alternate([.nacre, .fts5]) { peer in
            var lap: Lap?
            try Workspace.withEmpty(beside: stores.searched(peer)) { folder in
                let notes = try peer.open(in: folder)
                lap = try Lap.untilQuiet {
                    try notes.insert(texts.notes, inCommitsOf: texts.notes.count)
                }
                try notes.close()
            }
            return try Self.wanted(lap)
        }
        return times(.insertAll, laps)
    }

    /// Measures changes, with the work in the background and the first search after them.
    private func change(
        _ kind: SearchRowKind, count: Int, _ body: (any NoteStore) throws -> Void
    ) throws -> [SearchRow] {
        let queries = run.queries.pairs + run.queries.common
        var answers = AnswerComparison(row: kind.title)
        let laps = try run.alternate { peer in
            try withCopy(of: stores.searched(peer)) { copy in
                let notes = try peer.open(in: copy)
                _ = try Lap.untilQuiet { _ = try notes.best(queries[0], limit: 20) }
                let work = try Lap.untilQuiet { try body(notes) }
                let search = try Lap { _ = try notes.best(queries[0], limit: 20) }
                let found = try queries.map { try notes.ids($0) }
                try answers.add(found.digest, of: peer.title)
                try notes.close()
                return (work + search).divided(by: count)
            }
        }
        return times(kind, laps)
    }

    /// Measures an opening up to the first object, or the first search after it.
    private func opening(
        _ isOpeningMeasured: Bool, _ peer: NotePeer, in folder: String
    ) throws -> Lap {
        let id = texts.notes[texts.notes.count / 2].id
        var notes: (any NoteStore)?
        let opening = try Lap {
            notes = try peer.open(in: folder)
            _ = try notes?.find(id)
        }
        let search = try Lap { _ = try notes?.best(run.queries.pairs[0], limit: 20) }
        try notes?.close()
        return isOpeningMeasured ? opening : search
    }

    /// Measures the same for what a kill leaves behind commits: a copy of the files of an open
    /// store.
    private func openingAfterKill(_ isOpeningMeasured: Bool, _ peer: NotePeer) throws -> Lap {
        try withCopy(of: stores.searched(peer)) { copy in
            let killed = try peer.open(in: copy)
            _ = try Lap.untilQuiet {
                try killed.insert(texts.later, inCommitsOf: NoteChanges.commitSize)
            }
            let lap = try withCopy(of: copy) { try opening(isOpeningMeasured, peer, in: $0) }
            try killed.close()
            return lap
        }
    }

    private func sizes() throws -> SearchRow {
        var bytes: [NotePeer: Double] = [:]
        for peer in NotePeer.allCases {
            let with = try SearchSize.measure(peer, in: stores.searched(peer), isSearched: true)
            let without = try SearchSize.measure(peer, in: stores.plain(peer), isSearched: false)
            bytes[peer] = Double(with - without)
        }
        return SearchRow(.size, bytes: bytes)
    }

    // MARK: Results

    private func row(_ kind: SearchRowKind, _ laps: [NotePeer: [Lap]]) -> SearchRow {
        SearchRow(kind, seconds: laps.mapValues { $0.map { $0.seconds(run.clock) } })
    }

    /// Returns the rows of changes: elapsed time and the time of all processors.
    private func times(_ kind: SearchRowKind, _ laps: [NotePeer: [Lap]]) -> [SearchRow] {
        [
            SearchRow(kind, seconds: laps.mapValues { $0.map(\.wall) }),
            SearchRow(kind, processorSeconds: laps.mapValues { $0.map(\.cpu) }),
        ]
    }

    private func withCopy(of folder: String, _ body: (String) throws -> Lap) throws -> Lap {
        var lap: Lap?
        try Workspace.withCopy(of: folder) { lap = try body($0) }
        return try Self.wanted(lap)
    }

    private static func wanted(_ lap: Lap?) throws -> Lap {
        guard let lap else { throw RunFailure(what: "Nothing was measured.") }
        return lap
    }
}
