/// The memory of transactions that change every object.
struct MemoryScenario: Scenario {
    let name = "memory"
    let count: Int

    private let peers: [PeerName] = PeerName.scenarioPeers + [.leveldb]

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        for kind in LongChangeKind.allCases {
            let row = "\(name): \(kind.title)"
            var comparison = AnswerComparison(row: row)
            for peer in peers {
                let child = ChildProcess(
                    peer: peer, workload: LongChange(kind: kind),
                    settings: Settings(
                        cities: Cities(count: count),
                        directory: "\(settings.directory)/\(name)-\(peer.rawValue)"))
                let measurement = try child.measure().renamed(row, round: 1)
                try comparison.add(measurement.answers ?? "", of: peer)
                try report(measurement)
            }
        }
    }
}
