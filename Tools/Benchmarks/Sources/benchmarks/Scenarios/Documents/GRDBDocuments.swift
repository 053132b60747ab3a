import GRDB

struct GRDBDocuments: DocumentStore {
    let rows: GRDBRows

    func titles() throws -> [String] {
        try rows.pool.read { database in
            try String.fetchAll(
                database.cachedStatement(sql: "SELECT title FROM document ORDER BY id"))
        }
    }

    func bodies(_ ids: [Int]) throws -> [String] {
        try rows.pool.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT body FROM document WHERE id = ?")
            return try ids.compactMap { id in
                statement.setUncheckedArguments([id])
                return try String.fetchOne(statement)
            }
        }
    }

    func documents(_ ids: [Int]) throws -> [Document] { try rows.find(ids, Document.self) }

    func all() throws -> [Document] { try rows.fetchAll(Document.self) }

    func edit(_ ids: [Int]) throws {
        for id in ids {
            try rows.pool.write { database in
                let statement = try database.cachedStatement(
                    sql: "UPDATE document SET edits = edits + 1 WHERE id = ?")
                statement.setUncheckedArguments([id])
                try statement.execute()
            }
        }
    }
}
