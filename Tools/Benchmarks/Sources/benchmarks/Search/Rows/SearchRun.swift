import Foundation

/// A run of rows, in one process. The peers alternate, another one first each time.
struct SearchRun {
    let stores: SearchStores
    let queries: QuerySet
    /// The number of turns of each peer for a row; the median counts.
    let rounds: Int
    let clock: ClockKind

    /// Measures rows and compares the answers.
    /// - Throws: `RunFailure` if two peers answer differently.
    func table(_ kinds: [SearchRowKind]) throws -> SearchTable {
        var rows: [SearchRowKind: [SearchRow]] = [:]
        let reading = try SearchReading(self)
        for kind in kinds {
            if let row = try reading.row(kind) { rows[kind] = [row] }
        }
        let shared = try reading.check.sharedRankings(queries.pairs)
        reading.close()
        let changing = SearchChanging(run: self)
        for kind in kinds where rows[kind] == nil { rows[kind] = try changing.rows(kind) }
        return SearchTable(
            rows: kinds.flatMap { rows[$0] ?? [] }, queries: queries, sharedRankings: shared)
    }

    /// Returns the times of all turns.
    func alternate(
        _ peers: [NotePeer] = NotePeer.allCases, _ turn: (NotePeer) throws -> Lap
    ) rethrows -> [NotePeer: [Lap]] {
        var laps: [NotePeer: [Lap]] = [:]
        for round in 0..<rounds {
            for place in peers.indices {
                let peer = peers[(place + round) % peers.count]
                laps[peer, default: []].append(try turn(peer))
            }
        }
        return laps
    }

    /// Prints a word about the run's progress.
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
