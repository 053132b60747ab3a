import Nacre

/// Reads few and all attributes of objects that have 40.
struct WideScenario: StoredScenario {
    let name = "wide"
    let count: Int

    private var samples: some Sequence<Wide> { (1...count).lazy.map { Wide(WideSample(id: $0)) } }

    var rows: [ScenarioRow<any WideStore>] {
        [
            ScenarioRow("2 of 40 attributes of all", unit: "object", operations: count) {
                try $0.two()
            },
            ScenarioRow(
                "2 of 40 attributes of all, which have columns", unit: "object",
                operations: count
            ) { try $0.numbers() },
            ScenarioRow("all 40 attributes of all", unit: "object", operations: count) {
                try $0.all()
            },
            ScenarioRow(
                "the sum of an attribute without a column", unit: "object", operations: count
            ) { try $0.sum() },
        ]
    }

    func create(_ peer: PeerName, in directory: String) throws {
        switch peer {
        case .nacre:
            let store = try NacreWide(in: directory).store
            try store.performChanges { try $0.insert(contentsOf: samples) }
            try store.close()
        case .grdb:
            let rows = try GRDBRows(in: directory)
            try rows.execute(Wide.creation)
            try rows.insert(samples)
            try rows.close()
        case .sqlite:
            let rows = try SQLiteRows(in: directory)
            try rows.connection.execute(Wide.creation)
            try rows.insert(samples)
            try rows.close()
        default:
            let rows = try LMDBWide(in: directory).rows
            try rows.insert(samples)
            try rows.close()
        }
    }

    func open(_ peer: PeerName, in directory: String) throws -> OpenContent<any WideStore> {
        switch peer {
        case .nacre:
            let store = try NacreWide(in: directory)
            return OpenContent(content: store, close: store.store.close)
        case .grdb:
            let store = GRDBWide(rows: try GRDBRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        case .sqlite:
            let store = SQLiteWide(rows: try SQLiteRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        default:
            let store = try LMDBWide(in: directory)
            return OpenContent(content: store, close: store.rows.close)
        }
    }
}
