import Nacre

/// Searches 80 MB of texts for a word.
struct BodyScenario: StoredScenario {
    let name = "texts"
    let count: Int

    private var samples: some Sequence<Body> { (1...count).lazy.map(Body.sample) }

    var rows: [ScenarioRow<any BodyStore>] {
        [
            ScenarioRow(
                "count the texts of 4 KB that contain a word", unit: "text", operations: count
            ) { try $0.count(containing: Words.rare) }
        ]
    }

    func create(_ peer: PeerName, in directory: String) throws {
        switch peer {
        case .nacre:
            let store = try NacreBodies(in: directory).store
            try store.performChanges { try $0.insert(contentsOf: samples) }
            try store.close()
        case .grdb:
            let rows = try GRDBRows(in: directory)
            try rows.execute(Body.creation)
            try rows.insert(samples)
            try rows.close()
        case .sqlite:
            let rows = try SQLiteRows(in: directory)
            try rows.connection.execute(Body.creation)
            try rows.insert(samples)
            try rows.close()
        default:
            let rows = try LMDBBodies(in: directory).rows
            try rows.insert(samples)
            try rows.close()
        }
    }

    func open(_ peer: PeerName, in directory: String) throws -> OpenContent<any BodyStore> {
        switch peer {
        case .nacre:
            let store = try NacreBodies(in: directory)
            return OpenContent(content: store, close: store.store.close)
        case .grdb:
            let store = GRDBBodies(rows: try GRDBRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        case .sqlite:
            let store = SQLiteBodies(rows: try SQLiteRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        default:
            let store = try LMDBBodies(in: directory)
            return OpenContent(content: store, close: store.rows.close)
        }
    }
}
