/// A workload that runs queries on a store with all cities.
///
/// Queries are numbered: a number makes the same query for every peer, so that answers can be
/// compared. They are made before the clock runs.
protocol Questioning: Workload {
    associatedtype Question

    /// The number of answers compared between the peers, before the clock runs.
    var comparedCount: Int { get }

    /// - Parameter random: The random numbers of this query.
    func question(_ random: inout SplitMix, _ cities: Cities) -> Question

    func ask(_ questions: [Question], of peer: some Peer, _ tally: inout Tally) throws

    /// Returns the number of the row's operations in a query.
    func operations(_ cities: Cities) -> Int
}

extension Questioning {
    var comparedCount: Int { 4 }

    func operations(_ cities: Cities) -> Int { 1 }

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        let peer = try Store(at: settings.directory)
        var measurement = Measurement(row, Store.name, settings)
        var answers = Tally(isThorough: true)
        do {
            try ask(self.questions(0..<comparedCount, settings), of: peer, &answers)
        } catch let notYet as NotYet {
            measurement.notYet = notYet.what
            return measurement
        }
        measurement.answers = "\(answers.count) \(answers.digest)"
        measurement.plan = try peer.plan(of: row.name)

        var count = 1
        var next = comparedCount
        func repetition() throws -> Lap {
            let questions = self.questions(next..<(next + count), settings)
            next += count
            var tally = Tally(isThorough: false)
            let lap = try Lap { try ask(questions, of: peer, &tally) }
            Lap.use(tally.digest)
            return lap
        }
        // This also warms the caches: all of it together takes longer than a repetition.
        var seconds = try repetition().wall
        while seconds < settings.seconds / 2 {
            let factor = min(4, max(1.5, settings.seconds / seconds))
            count = Int((Double(count) * factor).rounded(.up))
            seconds = try repetition().wall
        }
        var laps: [Lap] = []
        // A single query that takes many times the intended time is not repeated fully.
        let most = 5 * settings.seconds * Double(settings.repetitions)
        while laps.count < settings.repetitions, laps.map(\.wall).reduce(0, +) < most {
            laps.append(try repetition())
        }
        measurement.add(laps, operations: count * operations(settings.cities))
        measurement.addMemory()
        try peer.close()
        return measurement
    }

    private func questions(_ numbers: Range<Int>, _ settings: Settings) -> [Question] {
        numbers.map { number in
            var random = SplitMix(seed: UInt64(number) + 1 << 40)
            return question(&random, settings.cities)
        }
    }
}
