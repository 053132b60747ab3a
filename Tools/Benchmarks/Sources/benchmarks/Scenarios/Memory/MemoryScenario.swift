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
                let directory = "\(settings.directory)/\(name)-\(peer.rawValue)"
                try Workspace.makeEmpty(directory)
                let before = kind.before(of: count)
                if before > 0 {
                    _ = try process(peer, BulkInsert(), before, directory).measure()
                }
                let measurement = try process(peer, LongChange(kind: kind), count, directory)
                    .measure().renamed(row, round: 1)
                try comparison.add(measurement.answers ?? "", of: peer)
                try report(measurement)
            }
        }
    }

    private func process(
        _ peer: PeerName, _ workload: any Workload, _ count: Int, _ directory: String
    ) -> ChildProcess {
        ChildProcess(
            peer: peer, workload: workload,
            settings: Settings(cities: Cities(count: count), directory: directory))
    }
}
