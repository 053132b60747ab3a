/// Inserts rows of ten integers into an empty store.
struct InsertNumbers: Workload {
    let row = TableRow(
        name: "W17", title: "insert 50,000 rows of 10 integers", unit: "row", target: 150,
        bareWrites: .inOneCommit(96, writes: 5))

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let rows = Numbers.samples(50_000)
        try Workspace.withEmpty(beside: settings.directory) { directory in
            let peer = try Store(at: directory)
            try measurement.addBareWrites(row, in: directory)
            measurement.add([try Lap { try peer.insert(rows) }], operations: rows.count)
            try measurement.addBareWrites(row, in: directory)
            measurement.answers = try peer.fetchNumbers().digest
            try peer.close()
        }
        return measurement
    }
}

/// Fetches such rows.
struct FetchNumbers: Workload {
    let row = TableRow(
        name: "W18", title: "fetch 200,000 rows of 10 integers", unit: "row", target: 40)

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let rows = Numbers.samples(200_000)
        try Workspace.withEmpty(beside: settings.directory) { directory in
            let peer = try Store(at: directory)
            try peer.insert(rows)
            measurement.answers = try peer.fetchNumbers().digest
            let laps = try (0..<settings.repetitions).map { _ in
                var fetched: [Numbers] = []
                let lap = try Lap { fetched = try peer.fetchNumbers() }
                Lap.use(UInt64(fetched.count))
                return lap
            }
            measurement.add(laps, operations: rows.count)
            try peer.close()
        }
        return measurement
    }
}

extension [Numbers] {
    /// The number of rows, and a digest of all of them in their order.
    fileprivate var digest: String {
        var digest: UInt64 = 0
        for row in self {
            for number in row.all {
                digest = SplitMix.mixed(digest &* 31 &+ UInt64(bitPattern: number))
            }
        }
        return "\(count) \(digest)"
    }
}
