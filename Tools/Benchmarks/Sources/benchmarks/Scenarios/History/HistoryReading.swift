import Foundation

/// Reads the stores that the other rows of the scenario have written with a history.
struct HistoryReading: StoredScenario {
    let name = "history"
    let count: Int
    let peers: [PeerName]
    /// Returns the folder of a peer's store.
    let written: (PeerName) -> String

    private var load: HistoryLoad { HistoryLoad(Cities(count: count)) }

    var rows: [ScenarioRow<OpenHistory>] {
        let load = load
        let near = "\(Table.number(Double(load.single.count))) small commits back"
        let far = """
            \(Table.number(Double(load.farCommits))) commits of \(HistoryLoad.commitSize) back
            """
        let range = "cities in a range of population"
        return [
            ScenarioRow(
                "an object that was changed \(Table.number(Double(HistoryLoad.revisions))) times",
                unit: "revision", operations: HistoryLoad.revisions + 1
            ) { try $0.peer.revisions(of: load.oftenChanged) },
            ScenarioRow("find by id now", unit: "object", operations: load.wanted.count) {
                try $0.present.find(load.wanted)
            },
            ScenarioRow(
                "find by id in a state \(near)", unit: "object", operations: load.wanted.count
            ) { try $0.nearState.find(load.wanted) },
            ScenarioRow("make a state \(near) and find one object") {
                try $0.peer.state(after: $0.near).find([load.wanted[0]])
            },
            ScenarioRow("\(range) now") { try $0.present.cities(population: load.population) },
            ScenarioRow("\(range) in a state \(far)") {
                try $0.farState.cities(population: load.population)
            },
            ScenarioRow("make a state \(far) and fetch \(range)") {
                try $0.peer.state(after: $0.far).cities(population: load.population)
            },
        ]
    }

    func create(_ peer: PeerName, in directory: String) throws {
        try Workspace.copyContents(of: written(peer), to: directory)
    }

    func open(_ peer: PeerName, in directory: String) throws -> OpenContent<OpenHistory> {
        switch peer {
        case .nacre: try open(NacrePeer(at: directory, isDurable: false))
        case .grdb: try open(GRDBPeer(at: directory, isDurable: false))
        default: try open(SQLitePeer(at: directory, isDurable: false))
        }
    }

    private func open(_ peer: some HistoryPeer) throws -> OpenContent<OpenHistory> {
        OpenContent(content: try OpenHistory(peer, load), close: peer.close)
    }
}
