/// The rows of the main run that write in small portions, with a smaller store.
struct SmallWriteScenario: Scenario {
    let name = "small-writes"
    let count: Int

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        let runner = Runner(
            peers: PeerName.scenarioPeers + [.leveldb],
            workloads: [InsertMore(), DurableCommits(), MixedLoad(), InsertNumbers()],
            rounds: settings.rounds,
            settings: Settings(cities: Cities(count: count), directory: settings.directory),
            workspace: Workspace(root: settings.directory), json: nil, clock: .wall)
        for (workload, results) in zip(runner.workloads, try runner.run()) {
            let row = workload.row
            for measurement in results.values {
                let title = "\(name): \(row.title), per \(row.unit) (\(row.name))"
                try report(measurement.renamed(title, round: measurement.round))
            }
        }
    }
}
