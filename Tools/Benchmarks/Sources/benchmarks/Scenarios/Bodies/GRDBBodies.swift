import GRDB

struct GRDBBodies: BodyStore {
    let rows: GRDBRows

    func count(containing word: String) throws -> Int {
        try rows.pool.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT count(*) FROM body WHERE instr(text, ?) > 0")
            return try Int.fetchOne(statement, arguments: [word]) ?? 0
        }
    }
}
