import Foundation

/// Documents in three databases, so that an edit writes neither the body nor the attachment.
struct LMDBDocuments: DocumentStore {
    let rows: LMDBRows
    private let heads: LMDBDatabase
    private let bodies: LMDBDatabase
    private let attachments: LMDBDatabase

    private static let edits = 3
    private static let headColumns = 6

    init(in directory: String) throws {
        rows = try LMDBRows(in: directory, records: ["head", "body", "attachment"])
        heads = try rows.database("head")
        bodies = try rows.database("body")
        attachments = try rows.database("attachment")
    }

    static func create(in directory: String, _ documents: some Sequence<Document>) throws {
        let store = try LMDBDocuments(in: directory)
        try store.rows.environment.write { transaction in
            for document in documents {
                let id = Int64(document.id)
                try transaction.put(head(document), for: id, in: store.heads)
                try transaction.put(Array(document.body.utf8), for: id, in: store.bodies)
                if let attachment = document.attachment {
                    try transaction.put(Array(attachment), for: id, in: store.attachments)
                }
            }
        }
        try store.rows.close()
    }

    /// Returns the record of all other attributes.
    private static func head(_ document: Document) -> [UInt8] {
        var writer = RecordWriter(columnCount: headColumns)
        writer.add(document.id)
        writer.add(document.title)
        writer.add(document.created)
        writer.add(document.edits)
        writer.add(document.priority)
        writer.add(document.tags.joined(separator: ","))
        return writer.bytes
    }

    func titles() throws -> [String] {
        try rows.environment.read { transaction in
            var titles: [String] = []
            try transaction.forEach(in: heads) { titles.append($1.text(1)) }
            return titles
        }
    }

    func bodies(_ ids: [Int]) throws -> [String] {
        try rows.environment.read { transaction in
            try ids.compactMap { id in
                try transaction.withValue(of: Int64(id), in: bodies) { $0.wholeText }
            }
        }
    }

    func documents(_ ids: [Int]) throws -> [Document] {
        try rows.environment.read { transaction in
            try ids.compactMap { try document($0, transaction) }
        }
    }

    private func document(_ id: Int, _ transaction: LMDBTransaction) throws -> Document? {
        let body = try transaction.withValue(of: Int64(id), in: bodies) { $0.wholeText } ?? ""
        let attachment = try transaction.withValue(of: Int64(id), in: attachments) { $0.wholeData }
        return try transaction.withValue(of: Int64(id), in: heads) { head in
            Document(
                id: id, title: head.text(1), created: head.integer(2),
                edits: head.integer(Self.edits), priority: head.integer(4),
                tags: Document.tags(head.text(5)), body: body, attachment: attachment)
        }
    }

    func all() throws -> [Document] {
        let ids = try rows.environment.read { transaction in
            var ids: [Int] = []
            try transaction.forEach(in: heads) { id, _ in ids.append(Int(id)) }
            return ids
        }
        return try documents(ids)
    }

    func edit(_ ids: [Int]) throws {
        for id in ids {
            try rows.environment.write { transaction in
                let head = try transaction.withValue(of: Int64(id), in: heads) { head in
                    head.bytes(replacing: Self.edits, by: head.integer(Self.edits) + 1)
                }
                guard let head else { throw RunFailure(what: "Document \(id) is gone.") }
                try transaction.put(head, for: Int64(id), in: heads)
            }
        }
    }
}
