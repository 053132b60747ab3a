internal import NacreEngine

/// The store that a command brings objects into. In an existing store each commit stays, whatever
/// happens later. A new store is finished as a whole in the end, or not made at all.
struct TargetStore {
    let database: Database
    /// The new store, or nil if the store existed.
    private let making: NewStore?

    /// Opens the store at a path for changes, or begins to make one if it does not exist.
    /// - Parameter check: Called before a new store is made, when its path is already claimed.
    ///   Returns what the store is opened for.
    init(
        at path: String, beforeMaking check: () throws -> StoreAccess.Purpose
    ) throws {
        if let database = try Self.existing(path) {
            self.database = database
            making = nil
            return
        }
        let making: NewStore
        do {
            making = try Interruption.making {
                () throws(StoreError) in
                try NewStore(at: path)
            } cleanup: {
                $0.discard()
            }
        } catch {
            throw StoreAccess.explained(error, path)
        }
        do {
            database = try StoreAccess.write(path, making: making, for: check())
        } catch {
            making.discard()
            throw error
        }
        self.making = making
    }

    private static func existing(_ path: String) throws -> Database? {
        do { return try StoreAccess.write(path) } catch let error as StoreError
            where error.code == .storeNotFound || error.code == .notAStore
        {
            return nil
        }
    }

    /// Whether nothing is kept unless all of the work is done.
    var isAllOrNothing: Bool { making != nil }

    /// Does the work, and closes the store.
    func run<Result>(_ work: (Database) throws -> Result) throws -> Result {
        do {
            let result = try work(database)
            try database.close()
            try making?.finish()
            return result
        } catch {
            making?.discard()
            // The first error is the one to report.
            try? database.close()
            throw error
        }
    }
}
