import Foundation

/// Upserts all cities in one durable transaction into a store of its own that has half of them,
/// with other populations: half of the calls change a city, half of them add one.
struct BulkUpsert: Workload {
    let row = TableRow(
        name: "W1u", title: "upsert all in one durable transaction, half of them there",
        unit: "entity", target: 1500)

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        let directory = settings.directory + "-upserts"
        try Workspace.makeEmpty(directory)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let cities = (0..<settings.cities.count).map(settings.cities.city)
        let former = cities.prefix(cities.count / 2).map { city in
            var city = city
            city.population += 1
            return city
        }
        let peer = try Store(at: directory)
        try peer.insert(former, inTransactionsOf: former.count)
        var measurement = Measurement(row, Store.name, settings)
        let lap = try Lap { try peer.upsert(cities) }
        measurement.add([lap], operations: cities.count)
        measurement.addMemory()
        var (expected, found) = (Tally(isThorough: true), Tally(isThorough: true))
        expected.add(cities)
        found.add(try peer.fetchAll())
        guard expected.digest == found.digest else {
            throw RunFailure(what: "\(Store.name.title) has other cities than were upserted.")
        }
        measurement.answers = "\(found.count) \(found.digest)"
        try peer.close()
        return measurement
    }
}
