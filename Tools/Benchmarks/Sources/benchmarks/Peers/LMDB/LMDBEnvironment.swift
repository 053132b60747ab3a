import CLMDB

/// An environment with its named databases, opened once.
@safe final class LMDBEnvironment<Databases: Sendable>: Sendable {
    // SAFETY: the handle is valid from `init` to `close()`, and not used afterwards. Any thread may
    // begin a transaction.
    private nonisolated(unsafe) let handle: OpaquePointer
    let databases: Databases

    /// - Parameters:
    ///   - isDurable: Whether a commit is on the disk when it returns.
    ///   - open: Opens the databases, and makes those that do not exist.
    init(
        at directory: String, isDurable: Bool, _ open: (LMDBTransaction) throws -> Databases
    ) throws {
        var opened: OpaquePointer?
        try LMDBError.check(unsafe mdb_env_create(&opened))
        guard let environment = unsafe opened else { throw LMDBError(code: MDB_PANIC) }
        try LMDBError.check(unsafe mdb_env_set_maxdbs(environment, 8))
        try LMDBError.check(unsafe mdb_env_set_mapsize(environment, 16 << 30))
        // Readers may move from thread to thread, as Nacre's snapshots do.
        let flags = UInt32(MDB_NOTLS) | (isDurable ? 0 : UInt32(MDB_NOSYNC))
        try LMDBError.check(unsafe mdb_env_open(environment, directory, flags, 0o600))
        unsafe handle = environment

        let transaction = try unsafe LMDBTransaction(environment, isReading: false)
        databases = try open(transaction)
        try transaction.commit()
    }

    func close() throws {
        try LMDBError.check(unsafe mdb_env_sync(handle, 1))
        unsafe mdb_env_close(handle)
    }

    /// Reads in one snapshot. Its results are valid only inside the closure.
    func read<Result>(_ body: (LMDBTransaction) throws -> Result) throws -> Result {
        let transaction = try unsafe LMDBTransaction(handle, isReading: true)
        defer { transaction.abort() }
        return try body(transaction)
    }

    func write<Result>(_ body: (LMDBTransaction) throws -> Result) throws -> Result {
        let transaction = try unsafe LMDBTransaction(handle, isReading: false)
        do {
            let result = try body(transaction)
            try transaction.commit()
            return result
        } catch {
            transaction.abort()
            throw error
        }
    }
}

/// A named database of an environment.
typealias LMDBDatabase = MDB_dbi

/// The databases of an environment: one for each run of keys.
struct LMDBDatabases: Sendable {
    let cities: LMDBDatabase
    let geonameIDs: LMDBDatabase
    let names: LMDBDatabase
    let countries: LMDBDatabase
    let populations: LMDBDatabase
    let numbers: LMDBDatabase

    /// Opens the databases, and makes those that do not exist.
    init(_ transaction: LMDBTransaction) throws {
        let number = UInt32(MDB_INTEGERKEY)
        let several = UInt32(MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP)
        cities = try transaction.database("city", number)
        geonameIDs = try transaction.database("geonameID", number)
        names = try transaction.database("name", several)
        countries = try transaction.database("country", several)
        populations = try transaction.database("population", several | number)
        numbers = try transaction.database("numbers", number)
    }

    subscript(run: KeyRun) -> LMDBDatabase {
        switch run {
        case .cities: cities
        case .geonameIDs: geonameIDs
        case .names: names
        case .countries: countries
        case .populations: populations
        case .numbers: numbers
        }
    }
}

/// An error code of LMDB.
struct LMDBError: Error {
    let code: Int32

    static func check(_ code: Int32) throws {
        if code != MDB_SUCCESS { throw LMDBError(code: code) }
    }
}
