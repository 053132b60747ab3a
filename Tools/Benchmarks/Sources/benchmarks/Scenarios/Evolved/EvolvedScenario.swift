import Nacre

/// Reads a store that older versions of its type have written, or the reading type itself.
struct EvolvedScenario<Owner: Reading>: StoredScenario {
    let isEvolved: Bool
    let count: Int

    var name: String { "\(isEvolved ? "evolved" : "today")-\(Owner.extraCount + 1)" }

    private var history: ReadingHistory {
        ReadingHistory(Owner.self, isEvolved: isEvolved, count: count)
    }

    private var state: String {
        if !isEvolved { return "all objects in today's layout" }
        return Owner.extraCount == 1 ? "one attribute added since" : "objects in eight layouts"
    }

    var rows: [ScenarioRow<any ReadingStore>] {
        var random = SplitMix(seed: 1)
        let ids = (0..<min(10_000, count)).map { _ in 1 + random.next(below: count) }
        return [
            ScenarioRow("fetch all, \(state)", unit: "object", operations: count) {
                try $0.fetchAll()
            },
            ScenarioRow("fetch by id, \(state)", unit: "object", operations: ids.count) {
                try $0.find(ids)
            },
        ]
    }

    func create(_ peer: PeerName, in directory: String) throws {
        switch peer {
        case .nacre: try NacreReadings<Owner>.create(in: directory, history)
        case .grdb: try TableReadings<GRDBRows, Owner>.create(in: directory, history)
        case .sqlite: try TableReadings<SQLiteRows, Owner>.create(in: directory, history)
        default: try LMDBReadings<Owner>.create(in: directory, history)
        }
    }

    func open(
        _ peer: PeerName, in directory: String
    ) throws -> OpenContent<any ReadingStore> {
        switch peer {
        case .nacre:
            let store = try NacreReadings<Owner>(in: directory)
            return OpenContent(content: store, close: store.store.close)
        case .grdb:
            let store = TableReadings<_, Owner>(rows: try GRDBRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        case .sqlite:
            let store = TableReadings<_, Owner>(rows: try SQLiteRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        default:
            let store = try LMDBReadings<Owner>(in: directory)
            return OpenContent(content: store, close: store.rows.close)
        }
    }
}
