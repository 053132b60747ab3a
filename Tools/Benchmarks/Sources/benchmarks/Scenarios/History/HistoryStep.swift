/// A step of the scenario in a process of its own. It is no row of a table.
protocol HistoryStep: Workload {
    func measure<Store: HistoryPeer>(
        keeping type: Store.Type, _ settings: Settings
    ) throws -> Measurement
}

extension HistoryStep {
    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        guard let type = type as? any HistoryPeer.Type else {
            throw RunFailure(what: "\(Store.name.title) has no history here.")
        }
        return try measure(keeping: type, settings)
    }
}
