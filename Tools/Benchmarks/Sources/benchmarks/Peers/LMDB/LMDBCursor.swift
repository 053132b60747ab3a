import CLMDB

/// A position in a database.
@safe struct LMDBCursor: KeyValueCursor {
    /// The entry at a position. The bytes lie in the mapping.
    @safe struct Entry: KeyValueEntry {
        // SAFETY: read before the transaction ends, by the closures that get entries.
        let key: UnsafeRawBufferPointer
        let record: UnsafeRawBufferPointer

        var id: Int64 { unsafe record.loadUnaligned(as: Int64.self) }
        var number: Int64 { unsafe key.loadUnaligned(as: Int64.self) }
        var text: String { unsafe String(decoding: key, as: UTF8.self) }
    }

    // SAFETY: valid as long as its transaction.
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    func first() throws -> Entry? { try entry(MDB_FIRST) }
    func last() throws -> Entry? { try entry(MDB_LAST) }
    func next() throws -> Entry? { try entry(MDB_NEXT) }
    func previous() throws -> Entry? { try entry(MDB_PREV) }

    func first(from number: Int64) throws -> Entry? {
        try unsafe withUnsafeBytes(of: number) { try unsafe entry(MDB_SET_RANGE, MDB_val($0)) }
    }

    func first(from text: String) throws -> Entry? {
        var text = text
        return try text.withUTF8 {
            try unsafe entry(MDB_SET_RANGE, MDB_val(UnsafeRawBufferPointer($0)))
        }
    }

    private func entry(_ operation: MDB_cursor_op) throws -> Entry? {
        try unsafe entry(operation, MDB_val())
    }

    private func entry(_ operation: MDB_cursor_op, _ key: MDB_val) throws -> Entry? {
        var (key, value) = unsafe (key, MDB_val())
        let code = unsafe mdb_cursor_get(handle, &key, &value, operation)
        if code == MDB_NOTFOUND { return nil }
        try LMDBError.check(code)
        return unsafe Entry(key: key.bytes, record: value.bytes)
    }
}
