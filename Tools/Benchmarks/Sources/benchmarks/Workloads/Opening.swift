/// Opens a store in a new process, up to the first object. The files are in the system's cache.
struct Opening: Workload {
    let row = TableRow(
        name: "W11", title: "open to first fetch, fresh process", target: 1_000_000)

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        var tally = Tally(isThorough: true)
        let id = settings.cities.id(settings.cities.count / 3)
        var opened: Store?
        let lap = try Lap {
            let peer = try Store(at: settings.directory)
            try peer.find(ids: [id], &tally)
            opened = peer
        }
        measurement.add([lap], operations: 1)
        measurement.answers = "\(tally.count) \(tally.digest)"
        measurement.addMemory()
        try opened?.close()
        return measurement
    }
}
