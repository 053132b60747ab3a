internal import NacreEngine

/// The store that a command brings objects into. In one that is there each commit stays, whatever
/// happens afterwards; a new one is there as a whole in the end, or not at all.
struct TargetStore {
    let database: Database
    /// Nil for a store that was there.
    private let making: NewStore?

    /// Opens the store at a path for changes, or begins to make one if there is none.
    /// - Parameter check: called before a new store is made, when its place is claimed already.
    init(at path: String, beforeMaking check: () throws -> Void) throws {
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
            try check()
            database = try StoreAccess.write(path, making: making)
        } catch {
            making.discard()
            throw error
        }
        self.making = making
    }

    private static func existing(_ path: String) throws -> Database? {
        do { return try StoreAccess.write(path) } catch let error as StoreError
            where error.code == .notFound || error.code == .notAStore
        {
            return nil
        }
    }

    /// Whether nothing is kept unless all of the work is done.
    var isAllOrNothing: Bool { making != nil }

    /// Does the work, and ends the store's use.
    func run<Result>(_ work: (Database) throws -> Result) throws -> Result {
        do {
            let result = try work(database)
            try database.close()
            try making?.finish()
            return result
        } catch {
            making?.discard()
            // The error that came first is the one to tell.
            try? database.close()
            throw error
        }
    }
}
