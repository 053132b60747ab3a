import GRDBSQLite

/// A connection with its prepared statements, each made once.
@safe final class SQLiteConnection {
    private var handle: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]

    init(path: String) throws {
        try check(unsafe sqlite3_open_v2(path, &handle, flags, nil))
    }

    private let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX

    func close() throws {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        try check(unsafe sqlite3_close(handle))
        unsafe handle = nil
    }

    /// Runs statements whose results are ignored.
    func execute(_ sql: String) throws {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    func statement(_ sql: String) throws -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        try check(
            unsafe sqlite3_prepare_v3(
                handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        let statement = unsafe SQLiteStatement(prepared)
        statements[sql] = statement
        return statement
    }

    /// Runs a closure in a transaction: reads see one snapshot.
    func transaction(_ body: () throws -> Void) throws {
        try statement("BEGIN").run()
        try body()
        try statement("COMMIT").run()
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// An error of SQLite.
struct SQLiteError: Error {
    let code: Int32
    var message = ""
}
