/// A snapshot of a database, or its newest commit at each call.
@safe struct MergeTreeSnapshot<Library: MergeTreeLibrary>: KeyValueSnapshot {
    // SAFETY: the database passes them to a closure, and destroys the options after it.
    private let database: OpaquePointer
    private let options: OpaquePointer?

    init(_ database: OpaquePointer, _ options: OpaquePointer?) {
        unsafe self.database = database
        unsafe self.options = options
    }

    func find(_ id: Int64) throws -> City? {
        try unsafe MergeTreeKey.with(.cities, id) { key in
            try unsafe Library.withValue(of: key, database, options) {
                try unsafe City(id: id, record: $0)
            }
        }
    }

    func id(ofGeonameID number: Int64) throws -> Int64? {
        try unsafe MergeTreeKey.with(.geonameIDs, number) { key in
            try unsafe Library.withValue(of: key, database, options) {
                unsafe $0.loadUnaligned(as: Int64.self)
            }
        }
    }

    func count(of run: KeyRun) throws -> Int? { nil }

    func withCursor<Result>(
        over run: KeyRun, _ body: (MergeTreeCursor<Library>) throws -> Result
    ) throws -> Result {
        guard let iterator = unsafe Library.makeIterator(database, options) else {
            throw MergeTreeError(message: "There is not enough memory for an iterator.")
        }
        defer { unsafe Library.destroyIterator(iterator) }
        return try body(unsafe MergeTreeCursor(iterator, run))
    }
}
