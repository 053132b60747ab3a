/// A workload that changes a store with all cities: on a copy, once in each process. The resulting
/// content is compared between the peers, to the last byte.
protocol Changing: Workload {
    associatedtype Load

    /// Whether each commit must be on the disk.
    var isDurable: Bool { get }

    /// Returns the input of the workload, made before the clock runs.
    func load(_ cities: Cities) -> Load

    func perform(_ load: Load, on peer: some Peer, _ tally: inout Tally) throws

    func operations(_ load: Load) -> Int
}

extension Changing where Load: Collection {
    func operations(_ load: Load) -> Int { load.count }
}

extension Changing {
    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let load = load(settings.cities)
        try Workspace.withCopy(of: settings.directory) { copy in
            let peer = try Store(at: copy, isDurable: isDurable)
            try peer.warmUp(settings.cities)
            var tally = Tally(isThorough: false)
            try measurement.addBareWrites(row, in: copy)
            let lap = try Lap { try perform(load, on: peer, &tally) }
            Lap.use(tally.digest)
            try measurement.addBareWrites(row, in: copy)
            measurement.add([lap], operations: operations(load))
            measurement.addMemory()
            var answers = Tally(isThorough: true)
            answers.add(try peer.fetchAll())
            measurement.answers = "\(answers.count) \(answers.digest)"
            try peer.close()
            measurement.disk = try Workspace.size(of: copy)
        }
        return measurement
    }
}

extension Peer {
    /// Reads a thousand cities from all over the store.
    fileprivate func warmUp(_ cities: Cities) throws {
        var random = SplitMix(seed: 7)
        var tally = Tally(isThorough: false)
        try find(ids: (0..<1000).map { _ in cities.id(random.next(below: cities.count)) }, &tally)
        Lap.use(tally.digest)
    }
}
