import Foundation

/// Compacts a store and kills its process.
struct CompactAndEnd: HistoryStep {
    private static let name = "history-compact"
    let row = TableRow(name: Self.name, title: "compaction", target: 0)

    func measure<Store: HistoryPeer>(
        keeping type: Store.Type, _ settings: Settings
    ) throws -> Measurement {
        let peer = try Store(at: settings.directory)
        try peer.compact()
        kill(getpid(), SIGKILL)
        return Measurement(row, Store.name, settings)
    }
}
