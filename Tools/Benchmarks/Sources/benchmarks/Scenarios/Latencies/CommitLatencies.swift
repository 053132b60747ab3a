/// Measures each of many durable commits of one object.
struct CommitLatencies: Workload {
    private static let name = "commits"
    let row = TableRow(name: Self.name, title: "a durable commit of an object", target: 0)

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let cities = settings.cities.more(max(20, settings.cities.count / 50))
        try Workspace.withCopy(of: settings.directory) { copy in
            let peer = try Store(at: copy)
            try peer.insert([cities[0]], inTransactionsOf: 1)
            var percentiles = Percentiles(capacity: cities.count)
            for city in cities.dropFirst() {
                try percentiles.add { try peer.insert([city], inTransactionsOf: 1) }
            }
            measurement.percentiles = percentiles.values
            try peer.close()
        }
        return measurement
    }
}
