/// The slowest of many calls, each measured by itself.
struct LatencyScenario: Scenario {
    let name = "tails"
    let count: Int

    private let peers: [PeerName] = PeerName.scenarioPeers + [.leveldb]

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        for peer in peers { _ = try process(peer, BulkInsert(), settings).measure() }
        let workloads: [any Workload] = [CommitLatencies(), ReadLatencies()]
        for workload in workloads {
            for round in 1...settings.rounds {
                for offset in peers.indices {
                    let peer = peers[(offset + round) % peers.count]
                    let measured = try process(peer, workload, settings).measure()
                    let values = zip(Percentiles.names, measured.percentiles ?? [])
                    for (percentile, seconds) in values {
                        let row = "\(name): \(workload.row.title), \(percentile)"
                        var measurement = measured.renamed(row, round: round)
                        measurement.seconds = seconds
                        measurement.operations = 1
                        try report(measurement)
                    }
                }
            }
        }
    }

    private func process(
        _ peer: PeerName, _ workload: any Workload, _ settings: ScenarioSettings
    ) -> ChildProcess {
        let directory = "\(settings.directory)/\(name)-\(peer.rawValue)"
        return ChildProcess(
            peer: peer, workload: workload,
            settings: Settings(cities: Cities(count: count), directory: directory))
    }
}
