import Foundation

/// Measures all rows of a run. Within a row the peers take turns, round by round, so that other
/// load on the machine affects all of them; the fastest round of each one counts.
struct Runner {
    let peers: [PeerName]
    let workloads: [any Workload]
    let rounds: Int
    let settings: Settings
    let workspace: Workspace
    let json: JSONLines?
    /// The clock that determines the fastest round.
    let clock: ClockKind

    /// - Returns: The fastest measurement of each peer, row by row.
    func run() throws -> [[PeerName: Measurement]] {
        try makeMissingStores()
        return try workloads.map { workload in
            var fastest: [PeerName: Measurement] = [:]
            var first: Measurement?
            for round in 1...rounds {
                // Another peer goes first each time.
                for place in peers.indices {
                    let peer = peers[(place + round - 1) % peers.count]
                    if fastest[peer]?.notYet != nil { continue }
                    let measurement = try measure(peer, workload, round)
                    try compare(measurement, with: &first)
                    let best = fastest[peer]?.nanoseconds(clock) ?? .infinity
                    if measurement.nanoseconds(clock) ?? 0 < best { fastest[peer] = measurement }
                }
            }
            return fastest
        }
    }

    /// Fills the stores even if the run lacks the row that fills them, unless the workspace of an
    /// earlier run has them.
    private func makeMissingStores() throws {
        let insert = BulkInsert()
        if workloads.contains(where: { $0.row.name == insert.row.name }) { return }
        for peer in peers {
            let directory = workspace.directory(of: peer, n: settings.cities.count)
            if FileManager.default.fileExists(atPath: directory) { continue }
            _ = try measure(peer, insert, 0)
        }
    }

    private func measure(
        _ peer: PeerName, _ workload: any Workload, _ round: Int
    ) throws -> Measurement {
        var settings = Settings(
            cities: settings.cities,
            directory: workspace.directory(of: peer, n: settings.cities.count))
        settings.repetitions = self.settings.repetitions
        settings.seconds = self.settings.seconds
        settings.round = round
        let child = ChildProcess(peer: peer, workload: workload, settings: settings)
        let measurement = try child.measure()
        try json?.append(measurement)
        let result =
            measurement.notYet.map { "not yet: \($0)" }
            ?? measurement.nanoseconds(clock).map { Table.number($0) + " ns" }
        let words = [workload.row.name, "round \(round)", peer.title, result ?? "-"]
        FileHandle.standardError.write(Data((words.joined(separator: "  ") + "\n").utf8))
        return measurement
    }

    /// - Parameter first: The first peer's measurement with answers.
    private func compare(_ measurement: Measurement, with first: inout Measurement?) throws {
        guard let answers = measurement.answers else { return }
        guard let known = first, let expected = known.answers else {
            first = measurement
            return
        }
        guard answers == expected else {
            throw RunFailure(
                what: "\(measurement.workload): \(known.engine.title) and"
                    + " \(measurement.engine.title) answer differently"
                    + " (\(expected) and \(answers)). Nothing was measured.")
        }
    }
}
