import Foundation

/// A database of SQLite with tables of rows.
struct SQLiteRows: TableRows {
    let connection: SQLiteConnection

    /// Opens the database, relaxed, or makes it.
    init(in directory: String) throws {
        connection = try SQLiteConnection(path: directory + "/rows.sqlite")
        try connection.execute(SQL.connection)
        try connection.execute(SQL.writeAheadLog)
        try connection.execute(SQL.relaxed)
    }

    func close() throws { try connection.close() }

    func execute(_ sql: String) throws { try connection.execute(sql) }

    /// Inserts in one transaction.
    func insert<Owner: RowCoded>(_ objects: some Sequence<Owner>) throws {
        let statement = try connection.statement(Owner.insertion)
        try connection.transaction {
            for object in objects {
                var sink = SQLiteRowSink(statement)
                object.write(to: &sink)
                try statement.run()
            }
        }
    }

    func fetchAll<Owner: RowCoded>(_ type: Owner.Type) throws -> [Owner] {
        try rows(Owner.all) { Owner($0) }
    }

    /// Returns the objects with some ids, each looked up by itself, in one transaction.
    func find<Owner: RowCoded>(_ ids: [Int], _ type: Owner.Type) throws -> [Owner] {
        try each(ids, Owner.byID) { Owner($0) }
    }

    /// Returns a value of each row of a statement.
    func rows<Value>(
        _ sql: String, _ numbers: Int..., value: (SQLiteStatement) throws -> Value
    ) throws -> [Value] {
        let statement = try connection.statement(sql)
        for (index, number) in zip((1 as Int32)..., numbers) {
            statement.bind(Int64(number), at: index)
        }
        defer { statement.reset() }
        var values: [Value] = []
        while try statement.step() { values.append(try value(statement)) }
        return values
    }

    /// Runs a statement for each id in one transaction, and returns a value of each row.
    func each<Value>(
        _ ids: [Int], _ sql: String, value: (SQLiteStatement) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        let statement = try connection.statement(sql)
        try connection.transaction {
            for id in ids {
                statement.bind(Int64(id), at: 1)
                while try statement.step() { values.append(try value(statement)) }
                statement.reset()
            }
        }
        return values
    }
}
