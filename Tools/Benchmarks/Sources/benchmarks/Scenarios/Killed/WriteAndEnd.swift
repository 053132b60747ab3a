import Foundation

/// Writes a store in durable commits and ends its process, by `kill -9` or after closing the store.
/// It is a step of a scenario and no row.
struct WriteAndEnd: Workload {
    let end: ProcessEnd

    var row: TableRow { TableRow(name: end.rawValue, title: end.title, target: 0) }

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        let cities = (0..<settings.cities.count).map(settings.cities.city)
        let peer = try Store(at: settings.directory)
        let size = end == .insertedAtOnce ? cities.count : 1000
        try peer.insert(cities, inTransactionsOf: size)
        if end.updates {
            let shuffle = Shuffle(count: cities.count)
            let ids = (0..<cities.count / 2).map { settings.cities.id(shuffle.place(of: $0)) }
            try peer.grow(ids: ids, inTransactionsOf: 1000)
        }
        if end.isKilled { kill(getpid(), SIGKILL) }
        try peer.close()
        return Measurement(row, Store.name, settings)
    }
}
