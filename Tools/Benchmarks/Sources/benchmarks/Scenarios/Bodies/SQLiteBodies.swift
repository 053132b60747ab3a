struct SQLiteBodies: BodyStore {
    let rows: SQLiteRows

    func count(containing word: String) throws -> Int {
        let statement = try rows.connection.statement(
            "SELECT count(*) FROM body WHERE instr(text, ?) > 0")
        statement.bind(word, at: 1)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }
}
