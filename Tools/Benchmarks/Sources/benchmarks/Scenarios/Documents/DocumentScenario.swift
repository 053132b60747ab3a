import Nacre

/// Documents with texts of 4 KB, some of them with an attachment.
struct DocumentScenario: StoredScenario {
    let name = "documents"
    let count: Int

    private var samples: some Sequence<Document> { (1...count).lazy.map(Document.sample) }

    var rows: [ScenarioRow<any DocumentStore>] {
        var random = SplitMix(seed: 1)
        let ids = (0..<min(500, count)).map { _ in 1 + random.next(below: count) }
        let interval = Document.attachmentInterval
        let attachments = count / interval
        let attached = (0..<min(200, attachments)).map { _ in
            interval * (1 + random.next(below: attachments))
        }
        return [
            ScenarioRow("titles of all", unit: "object", operations: count) { try $0.titles() },
            ScenarioRow("a text of 4 KB by id", operations: ids.count) { try $0.bodies(ids) },
            ScenarioRow("a whole object by id", operations: ids.count) { try $0.documents(ids) },
            ScenarioRow("a whole object with an attachment by id", operations: attached.count) {
                try $0.documents(attached)
            },
            ScenarioRow(
                "change a number beside an attachment, relaxed", operations: attached.count,
                change: { try $0.edit(attached) }, content: { try $0.all() }),
            ScenarioRow(
                "change a number beside an attachment through a view, relaxed",
                operations: attached.count, change: { try $0.editPart(attached) },
                content: { try $0.all() }),
        ]
    }

    func create(_ peer: PeerName, in directory: String) throws {
        switch peer {
        case .nacre: try NacreDocuments.create(in: directory, samples)
        case .grdb:
            let rows = try GRDBRows(in: directory)
            try rows.execute(Document.creation)
            try rows.insert(samples)
            try rows.close()
        case .sqlite:
            let rows = try SQLiteRows(in: directory)
            try rows.connection.execute(Document.creation)
            try rows.insert(samples)
            try rows.close()
        default: try LMDBDocuments.create(in: directory, samples)
        }
    }

    func open(_ peer: PeerName, in directory: String) throws -> OpenContent<any DocumentStore> {
        switch peer {
        case .nacre:
            let store = try NacreDocuments(in: directory)
            return OpenContent(content: store, close: store.store.close)
        case .grdb:
            let store = GRDBDocuments(rows: try GRDBRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        case .sqlite:
            let store = SQLiteDocuments(rows: try SQLiteRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        default:
            let store = try LMDBDocuments(in: directory)
            return OpenContent(content: store, close: store.rows.close)
        }
    }
}
