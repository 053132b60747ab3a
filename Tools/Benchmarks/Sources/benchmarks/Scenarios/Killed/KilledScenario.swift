import Foundation

/// Opens stores whose process was killed, up to the first object. Each opening is a new process on
/// a copy of the store.
struct KilledScenario: Scenario {
    let name = "killed"
    let count: Int

    private let peers: [PeerName] = PeerName.scenarioPeers + [.leveldb]

    /// The ends to measure. With a thousand objects, the inserts are one transaction anyway.
    private var ends: [ProcessEnd] { count > 1000 ? ProcessEnd.allCases : [.updated, .closed] }

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        for end in ends {
            let row = "\(name): open to first fetch, \(end.title)"
            for peer in peers { try write(peer, end, settings) }
            var comparison = AnswerComparison(row: row)
            for round in 1...settings.rounds {
                for offset in peers.indices {
                    let peer = peers[(offset + round) % peers.count]
                    let measurement = try open(peer, end, settings).renamed(row, round: round)
                    try comparison.add(measurement.answers ?? "", of: peer)
                    try report(measurement)
                }
            }
        }
    }

    private func write(
        _ peer: PeerName, _ end: ProcessEnd, _ settings: ScenarioSettings
    ) throws {
        try Workspace.makeEmpty(directory(of: peer, settings))
        try process(peer, WriteAndEnd(end: end), directory(of: peer, settings)).runToEnd()
    }

    private func open(
        _ peer: PeerName, _ end: ProcessEnd, _ settings: ScenarioSettings
    ) throws -> Measurement {
        var measurement: Measurement?
        try Workspace.withCopy(of: directory(of: peer, settings)) { copy in
            measurement = try process(peer, Opening(), copy).measure()
        }
        guard let measurement else { throw RunFailure(what: "\(peer.title) was not opened.") }
        return measurement
    }

    private func directory(of peer: PeerName, _ settings: ScenarioSettings) -> String {
        "\(settings.directory)/\(name)-\(peer.rawValue)"
    }

    private func process(
        _ peer: PeerName, _ workload: any Workload, _ directory: String
    ) -> ChildProcess {
        ChildProcess(
            peer: peer, workload: workload,
            settings: Settings(cities: Cities(count: count), directory: directory))
    }
}
