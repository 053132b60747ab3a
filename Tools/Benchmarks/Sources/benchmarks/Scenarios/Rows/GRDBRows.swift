import Foundation
import GRDB

/// A database of GRDB with tables of rows.
struct GRDBRows: TableRows {
    let pool: DatabasePool

    /// Opens the database, relaxed, or makes it.
    init(in directory: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: SQL.connection) }
        pool = try DatabasePool(path: directory + "/rows.sqlite", configuration: configuration)
        try pool.writeWithoutTransaction { try $0.execute(sql: SQL.relaxed) }
    }

    func close() throws {
        // The last connection to close is one for reading, which would leave the log in place.
        _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try pool.close()
    }

    func execute(_ sql: String) throws { try pool.write { try $0.execute(sql: sql) } }

    /// Inserts in one transaction.
    func insert<Owner: RowCoded>(_ objects: some Sequence<Owner>) throws {
        try pool.write { database in
            let statement = try database.cachedStatement(sql: Owner.insertion)
            for object in objects {
                var sink = GRDBRowSink()
                object.write(to: &sink)
                statement.setUncheckedArguments(StatementArguments(sink.values))
                try statement.execute()
            }
        }
    }

    func fetchAll<Owner: RowCoded>(_ type: Owner.Type) throws -> [Owner] {
        try pool.read { try Self.rows($0, Owner.all) { Owner($0) } }
    }

    /// Returns the objects with some ids, each looked up by itself, in one transaction.
    func find<Owner: RowCoded>(_ ids: [Int], _ type: Owner.Type) throws -> [Owner] {
        try pool.read { database in
            try ids.flatMap { try Self.rows(database, Owner.byID, [$0]) { Owner($0) } }
        }
    }

    /// Returns a value of each row of a statement.
    static func rows<Value>(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = [],
        value: (Row) throws -> Value
    ) throws -> [Value] {
        let statement = try database.cachedStatement(sql: sql)
        statement.setUncheckedArguments(arguments)
        let rows = try Row.fetchCursor(statement)
        var values: [Value] = []
        while let row = try rows.next() { values.append(try value(row)) }
        return values
    }
}
