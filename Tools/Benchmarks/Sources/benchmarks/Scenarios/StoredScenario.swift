import Foundation

/// A scenario whose rows read or change a store that each peer fills once.
protocol StoredScenario: Scenario {
    /// The calls that the rows need, which each peer answers.
    associatedtype Content

    /// The number of objects.
    var count: Int { get }

    /// The peers that are measured: by default those whose code is written by hand.
    var peers: [PeerName] { get }

    var rows: [ScenarioRow<Content>] { get }

    /// Fills a new store in an empty folder and closes it.
    func create(_ peer: PeerName, in directory: String) throws

    func open(_ peer: PeerName, in directory: String) throws -> OpenContent<Content>
}

extension StoredScenario {
    var peers: [PeerName] { PeerName.scenarioPeers }

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        for peer in peers { try createIfMissing(peer, settings) }
        let stores = try peers.map { try open($0, in: directory(of: $0, settings)) }
        for row in rows {
            let measured =
                if row.changed == nil {
                    try measureReading(row, stores, settings)
                } else {
                    try measureChanging(row, settings)
                }
            for measurement in measured { try report(measurement) }
        }
        for store in stores { try store.close() }
    }

    private func directory(of peer: PeerName, _ settings: ScenarioSettings) -> String {
        "\(settings.directory)/\(name)-\(peer.rawValue)-\(count)"
    }

    private func createIfMissing(_ peer: PeerName, _ settings: ScenarioSettings) throws {
        let directory = directory(of: peer, settings)
        if FileManager.default.fileExists(atPath: directory) { return }
        let unfinished = directory + "-unfinished"
        try Workspace.makeEmpty(unfinished)
        try create(peer, in: unfinished)
        try FileManager.default.moveItem(atPath: unfinished, toPath: directory)
    }

    private func measureReading(
        _ row: ScenarioRow<Content>, _ stores: [OpenContent<Content>],
        _ settings: ScenarioSettings
    ) throws -> [Measurement] {
        var comparison = AnswerComparison(row: title(of: row))
        for (peer, store) in zip(peers, stores) {
            try comparison.add(try row.run(store.content).digest, of: peer)
        }
        // Caches and columns are filled by now, so these calls are typical.
        let repeats = try stores.map { store in
            let lap = try Lap { _ = try row.run(store.content) }
            return min(max(Int((settings.seconds / max(lap.wall, 1e-6)).rounded(.up)), 1), 10_000)
        }
        return try measurements(row, settings) { place, _ in
            // Kept until the clock has stopped: releasing a large answer takes time, too.
            var answers: [any Answer] = []
            answers.reserveCapacity(repeats[place])
            let lap = try Lap {
                for _ in 0..<repeats[place] {
                    answers.append(try row.run(stores[place].content))
                }
            }
            return (lap, row.operations * repeats[place], comparison.digest)
        }
    }

    private func measureChanging(
        _ row: ScenarioRow<Content>, _ settings: ScenarioSettings
    ) throws -> [Measurement] {
        var comparison = AnswerComparison(row: title(of: row))
        return try measurements(row, settings) { place, _ in
            var lap: Lap?
            try Workspace.withCopy(of: directory(of: peers[place], settings)) { copy in
                let store = try open(peers[place], in: copy)
                // Reads everything, so that caches are warm.
                _ = try row.changed?(store.content)
                lap = try Lap { _ = try row.run(store.content) }
                let content = try row.changed?(store.content).digest ?? ""
                try comparison.add(content, of: peers[place])
                try store.close()
            }
            return (lap, row.operations, comparison.digest)
        }
    }

    /// Lets the peers alternate: another one is first in each round.
    /// - Parameter turn: Measures the peer at a place.
    private func measurements(
        _ row: ScenarioRow<Content>, _ settings: ScenarioSettings,
        turn: (_ place: Int, _ round: Int) throws -> (Lap?, operations: Int, answers: String?)
    ) throws -> [Measurement] {
        var measurements: [Measurement] = []
        for round in 1...settings.rounds {
            for offset in peers.indices {
                let place = (offset + round) % peers.count
                let (lap, operations, answers) = try turn(place, round)
                var measurement = Measurement(
                    title(of: row), peers[place], n: count, round: round)
                if let lap { measurement.add([lap], operations: operations) }
                measurement.answers = answers
                measurements.append(measurement)
            }
        }
        return measurements
    }

    private func title(of row: ScenarioRow<Content>) -> String {
        let words = "\(name): \(row.title)"
        return row.unit == "call" ? words : "\(words), per \(row.unit)"
    }
}

extension PeerName {
    /// The peers of the scenarios that are written for each peer by hand.
    static let scenarioPeers: [PeerName] = [.nacre, .grdb, .sqlite, .lmdb]
}
