import Nacre

struct NacreDocuments: DocumentStore {
    let store: Store

    init(in directory: String) throws {
        store = try Store(
            at: directory + "/documents.nacre", options: .relaxed, Document.self,
            DocumentEdits.self)
    }

    static func create(in directory: String, _ documents: some Sequence<Document>) throws {
        let store = try NacreDocuments(in: directory).store
        try store.performChanges { try $0.insert(contentsOf: documents) }
        try store.close()
    }

    func titles() throws -> [String] { try store.fetch(\.title, Document.all) }

    func bodies(_ ids: [Int]) throws -> [String] {
        let snapshot = try store.snapshot()
        return try ids.flatMap { id in
            try snapshot.fetch(\.body, Document.where { $0.id == id })
        }
    }

    func documents(_ ids: [Int]) throws -> [Document] {
        let snapshot = try store.snapshot()
        return try ids.compactMap { try snapshot.find(Document.self, $0) }
    }

    func all() throws -> [Document] { try store.fetch(Document.all) }

    func edit(_ ids: [Int]) throws {
        for id in ids {
            try store.performChanges { try $0.update(Document.self, id) { $0.edits += 1 } }
        }
    }

    func editPart(_ ids: [Int]) throws {
        for id in ids {
            try store.performChanges { try $0.update(DocumentEdits.self, id) { $0.edits += 1 } }
        }
    }
}
