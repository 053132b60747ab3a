/// Measures the first read of history in a process: the states of one city, and the memory that
/// the process keeps for later reads.
struct FirstRevisions: HistoryStep {
    private static let name = "history-first"
    let row = TableRow(name: Self.name, title: "first read of history", target: 0)

    func measure<Store: HistoryPeer>(
        keeping type: Store.Type, _ settings: Settings
    ) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let id = HistoryLoad(settings.cities).oftenChanged
        let peer = try Store(at: settings.directory, isDurable: false)
        var tally = Tally(isThorough: false)
        try peer.find(ids: [id], &tally)
        Lap.use(tally.digest)
        ProcessMemory.returnFreed()
        let before = ProcessMemory.anonymous
        var revisions: [CityRevision] = []
        measurement.add([try Lap { revisions = try peer.revisions(of: id) }], operations: 1)
        measurement.answers = revisions.digest
        revisions = []
        ProcessMemory.returnFreed()
        if let before, let after = ProcessMemory.anonymous {
            measurement.anonymous = max(0, after - before)
        }
        try peer.close()
        return measurement
    }
}
