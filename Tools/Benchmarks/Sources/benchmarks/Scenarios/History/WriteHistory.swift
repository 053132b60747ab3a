/// Makes all changes of the scenario in a store that has all cities, and measures those of a tenth
/// of them. `seconds` ends with the last of these commits, and `cpu` includes maintenance after it.
struct WriteHistory: HistoryStep {
    let keeping: HistoryKeeping

    var row: TableRow {
        let name = "history-\(keeping.rawValue)"
        return TableRow(name: name, title: "changes", unit: "update", target: 0)
    }

    func measure<Store: HistoryPeer>(
        keeping type: Store.Type, _ settings: Settings
    ) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let load = HistoryLoad(settings.cities)
        let peer = try Store(at: settings.directory, isDurable: false)
        if keeping == .kept { try peer.keepHistory() }
        let often = Array(repeating: load.oftenChanged, count: HistoryLoad.revisions)
        try grow(often, 1, peer)
        Quiet.wait()
        var writing: Lap?
        let all = try Lap {
            writing = try Lap {
                for pass in load.passes { try grow(pass, HistoryLoad.commitSize, peer) }
            }
            Quiet.wait()
        }
        if let writing { measurement.add([writing], operations: load.updates) }
        measurement.cpu = all.cpu
        try grow(load.single, 1, peer)
        var answers = Tally(isThorough: true)
        answers.add(try peer.fetchAll())
        measurement.answers = "\(answers.count) \(answers.digest)"
        try peer.close()
        return measurement
    }

    private func grow(_ ids: [Int64], _ size: Int, _ peer: some HistoryPeer) throws {
        switch keeping {
        case .none: try peer.grow(ids: ids, inTransactionsOf: size)
        case .kept: try peer.growKept(ids: ids, inCommitsOf: size)
        }
    }
}
