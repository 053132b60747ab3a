import CLMDB

/// A transaction. Keys and values are passed as bytes; returned bytes lie in the mapping.
@safe struct LMDBTransaction {
    // SAFETY: the environment passes it to a closure, and ends it after that.
    private let handle: OpaquePointer

    init(_ environment: OpaquePointer, isReading: Bool) throws {
        var begun: OpaquePointer?
        let flags = isReading ? UInt32(MDB_RDONLY) : 0
        try LMDBError.check(unsafe mdb_txn_begin(environment, nil, flags, &begun))
        guard let begun = unsafe begun else { throw LMDBError(code: MDB_PANIC) }
        unsafe handle = begun
    }

    func commit() throws { try LMDBError.check(unsafe mdb_txn_commit(handle)) }

    func abort() { unsafe mdb_txn_abort(handle) }

    func database(_ name: String, _ flags: UInt32) throws -> LMDBDatabase {
        var database: LMDBDatabase = 0
        try LMDBError.check(
            unsafe mdb_dbi_open(handle, name, flags | UInt32(MDB_CREATE), &database))
        return database
    }

    /// Returns the value of a number, if there is one.
    func value(
        of number: Int64, in database: LMDBDatabase
    ) throws -> UnsafeRawBufferPointer? {
        try unsafe withUnsafeBytes(of: number) { key in
            var (key, value) = unsafe (MDB_val(key), MDB_val())
            let code = unsafe mdb_get(handle, database, &key, &value)
            if code == MDB_NOTFOUND { return nil }
            try LMDBError.check(code)
            return unsafe value.bytes
        }
    }

    /// Calls `body` with the value of a number, if there is one.
    func withValue<Result>(
        of number: Int64, in database: LMDBDatabase, _ body: (RawSpan) throws -> Result
    ) throws -> Result? {
        guard let value = try unsafe value(of: number, in: database) else { return nil }
        return try unsafe body(value.bytes)
    }

    /// Calls `body` with each entry of a database whose keys are numbers, in their order.
    func forEach(
        in database: LMDBDatabase, _ body: (Int64, RawSpan) throws -> Void
    ) throws {
        try withCursor(over: database) { cursor in
            var entry = try cursor.first()
            while let found = entry {
                try unsafe body(found.number, found.record.bytes)
                entry = try cursor.next()
            }
        }
    }

    /// Returns the ids of a number in a database in which a number has several.
    func ids(of number: Int64, in database: LMDBDatabase) throws -> [Int64] {
        try withCursor(over: database) { cursor in
            var ids: [Int64] = []
            var entry = try cursor.first(from: number)
            while let found = entry, found.number == number {
                ids.append(found.id)
                entry = try cursor.next()
            }
            return ids
        }
    }

    /// Returns the ids of all numbers below a bound.
    func ids(below bound: Int64, in database: LMDBDatabase) throws -> [Int64] {
        try withCursor(over: database) { cursor in
            var ids: [Int64] = []
            var entry = try cursor.first()
            while let found = entry, found.number < bound {
                ids.append(found.id)
                entry = try cursor.next()
            }
            return ids
        }
    }

    func put(_ record: [UInt8], for number: Int64, in database: LMDBDatabase) throws {
        try unsafe record.withUnsafeBytes { try unsafe put($0, for: number, in: database) }
    }

    /// - Parameter isAppending: Whether the key comes after all existing ones.
    func put(
        _ value: UnsafeRawBufferPointer, for number: Int64, in database: LMDBDatabase,
        isAppending: Bool = false
    ) throws {
        try unsafe withUnsafeBytes(of: number) { key in
            var (key, value) = unsafe (MDB_val(key), MDB_val(value))
            let flags = isAppending ? UInt32(MDB_APPEND) : 0
            try LMDBError.check(unsafe mdb_put(handle, database, &key, &value, flags))
        }
    }

    /// Stores an id under a number.
    func put(_ id: Int64, for number: Int64, in database: LMDBDatabase) throws {
        try unsafe withUnsafeBytes(of: id) { try unsafe put($0, for: number, in: database) }
    }

    /// Stores an id under a text.
    func put(_ id: Int64, for text: String, in database: LMDBDatabase) throws {
        var text = text
        try text.withUTF8 { key in
            try unsafe withUnsafeBytes(of: id) { value in
                var (key, value) = unsafe (
                    MDB_val(UnsafeRawBufferPointer(key)), MDB_val(value)
                )
                try LMDBError.check(unsafe mdb_put(handle, database, &key, &value, 0))
            }
        }
    }

    func remove(_ number: Int64, from database: LMDBDatabase) throws {
        try unsafe withUnsafeBytes(of: number) { key in
            var key = unsafe MDB_val(key)
            try LMDBError.check(unsafe mdb_del(handle, database, &key, nil))
        }
    }

    /// Removes one of a number's ids.
    func remove(_ id: Int64, of number: Int64, from database: LMDBDatabase) throws {
        try unsafe withUnsafeBytes(of: number) { try unsafe remove(id, of: $0, from: database) }
    }

    /// Removes one of a text's ids.
    func remove(_ id: Int64, of text: String, from database: LMDBDatabase) throws {
        var text = text
        try text.withUTF8 {
            try unsafe remove(id, of: UnsafeRawBufferPointer($0), from: database)
        }
    }

    private func remove(
        _ id: Int64, of key: UnsafeRawBufferPointer, from database: LMDBDatabase
    ) throws {
        try unsafe withUnsafeBytes(of: id) { value in
            var (key, value) = unsafe (MDB_val(key), MDB_val(value))
            try LMDBError.check(unsafe mdb_del(handle, database, &key, &value))
        }
    }

    func count(of database: LMDBDatabase) throws -> Int {
        var statistics = MDB_stat()
        try LMDBError.check(unsafe mdb_stat(handle, database, &statistics))
        return statistics.ms_entries
    }

    /// Calls `body` with a cursor over a database.
    func withCursor<Result>(
        over database: LMDBDatabase, _ body: (LMDBCursor) throws -> Result
    ) throws -> Result {
        var opened: OpaquePointer?
        try LMDBError.check(unsafe mdb_cursor_open(handle, database, &opened))
        guard let opened = unsafe opened else { throw LMDBError(code: MDB_PANIC) }
        defer { unsafe mdb_cursor_close(opened) }
        return try body(unsafe LMDBCursor(opened))
    }
}

extension MDB_val {
    /// Wraps bytes that stay in place as long as this is used.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(
            mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
    }
}
