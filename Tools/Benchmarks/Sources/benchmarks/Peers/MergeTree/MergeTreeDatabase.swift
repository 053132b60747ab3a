import Foundation

/// An open database.
@safe final class MergeTreeDatabase<Library: MergeTreeLibrary>: Sendable {
    private let directory: String
    private let isDurable: Bool
    /// Whether the database did not exist before.
    private let isNew: Bool
    // SAFETY: valid from `init` to `close()`, after which nothing uses them.
    private let handles: MergeTreeHandles
    private nonisolated(unsafe) let newestOptions: OpaquePointer?
    /// Serializes writers, because a batch is made of values that were read before.
    private let writer = NSLock()

    init(at directory: String, isDurable: Bool) throws {
        self.directory = directory
        self.isDurable = isDurable
        // The file by which both libraries find the current state.
        isNew = !FileManager.default.fileExists(atPath: directory + "/CURRENT")
        handles = try Library.open(directory)
        unsafe newestOptions = Library.makeReadOptions(nil)
    }

    /// Closes the database, and compacts a new one. A single transaction of everything would
    /// otherwise make a single table, which no database in use has. LevelDB splits it only after it
    /// has opened the database again, because it then finds the table in the first level.
    func close() throws {
        // Syncs the log.
        if !isDurable { try write(isSynced: true) { _ in } }
        unsafe Library.destroyReadOptions(newestOptions)
        Library.close(handles)
        if isNew {
            let again = try Library.open(directory)
            unsafe Library.compact(again.database)
            Library.close(again)
        }
    }

    /// The newest commit at each call.
    var newest: MergeTreeSnapshot<Library> {
        unsafe MergeTreeSnapshot(handles.database, newestOptions)
    }

    /// Reads in one snapshot.
    func read<Result>(_ body: (MergeTreeSnapshot<Library>) throws -> Result) throws -> Result {
        let snapshot = unsafe Library.beginSnapshot(handles.database)
        defer { unsafe Library.endSnapshot(snapshot, handles.database) }
        let options = unsafe Library.makeReadOptions(snapshot)
        defer { unsafe Library.destroyReadOptions(options) }
        return try body(unsafe MergeTreeSnapshot(handles.database, options))
    }

    func write<Result>(_ body: (MergeTreeChanges<Library>) throws -> Result) throws -> Result {
        try write(isSynced: isDurable, body)
    }

    private func write<Result>(
        isSynced: Bool, _ body: (MergeTreeChanges<Library>) throws -> Result
    ) throws -> Result {
        writer.lock()
        defer { writer.unlock() }
        let changes = try MergeTreeChanges(newest)
        let result = try body(changes)
        try unsafe changes.commit(to: handles.database, isSynced: isSynced)
        return result
    }
}
