import Foundation

/// Inserts all cities in one durable transaction into a new store, which the other rows then use.
struct BulkInsert: Workload {
    let row = TableRow(
        name: "W1", title: "insert all in one durable transaction", unit: "entity", target: 1500,
        bareWrites: .inOneCommit(BareWrites.citySize, writes: 50))

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        try Workspace.makeEmpty(settings.directory)
        let cities = (0..<settings.cities.count).map(settings.cities.city)
        let peer = try Store(at: settings.directory)
        var measurement = Measurement(row, Store.name, settings)
        try measurement.addBareWrites(row, in: settings.directory)
        let lap = try Lap { try peer.insert(cities, inTransactionsOf: cities.count) }
        measurement.add([lap], operations: cities.count)
        measurement.addMemory()

        // Every byte must be read back; otherwise no measurement with this store is meaningful.
        var (expected, found) = (Tally(isThorough: true), Tally(isThorough: true))
        expected.add(cities)
        found.add(try peer.fetchAll())
        guard expected.digest == found.digest else {
            throw RunFailure(what: "\(Store.name.title) returns other cities than were inserted.")
        }
        measurement.answers = "\(found.count) \(found.digest)"
        try peer.close()
        measurement.disk = try Workspace.size(of: settings.directory)
        return measurement
    }
}
