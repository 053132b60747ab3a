struct SQLiteDocuments: DocumentStore {
    let rows: SQLiteRows

    func titles() throws -> [String] {
        try rows.rows("SELECT title FROM document ORDER BY id") { $0.text(0 as Int) }
    }

    func bodies(_ ids: [Int]) throws -> [String] {
        try rows.each(ids, "SELECT body FROM document WHERE id = ?") { $0.text(0 as Int) }
    }

    func documents(_ ids: [Int]) throws -> [Document] { try rows.find(ids, Document.self) }

    func all() throws -> [Document] { try rows.fetchAll(Document.self) }

    func edit(_ ids: [Int]) throws {
        let statement = try rows.connection.statement(
            "UPDATE document SET edits = edits + 1 WHERE id = ?")
        for id in ids {
            statement.bind(Int64(id), at: 1)
            try statement.run()
        }
    }
}
