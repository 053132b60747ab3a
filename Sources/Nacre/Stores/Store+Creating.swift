internal import NacreEngine

extension Store {
    /// Makes a new store that is complete or not made at all: until the closure has returned and
    /// everything is on the disk, no program takes the directory for a store. If the closure
    /// throws, the files are removed. If the process ends, the next call for the same path removes
    /// them.
    ///
    /// ```swift
    /// let store = try Store.creating(at: "atlas.nacre", City.self) { store in
    ///     try store.performChanges { try $0.insert(contentsOf: cities) }
    /// }
    /// ```
    /// - Parameters:
    ///   - path: The path of the store's directory, which must not exist or be empty.
    ///   - options: The options for opening the finished store.
    ///   - types: The entities to be used.
    ///   - fill: Fills the store, in any number of changes. It must not close the store or keep it.
    /// - Returns: The finished store, opened.
    /// - Throws: The closure's error; ``StoreError``: `notAStore` if the directory holds a store or
    ///   anything else, `locked` if another process is making a store there, and the errors of
    ///   opening a store. The finished store is opened last: if another process opens it for
    ///   writing in that moment, the call throws `locked`, and the store is complete.
    public static func creating(
        at path: String, options: Options = Options(), _ types: any Entity.Type...,
        fill: (Store) throws -> Void
    ) throws -> Store {
        let making = try UnfinishedStore(at: path, options, types)
        do { try fill(making.store) } catch { throw making.discarded(after: error) }
        try making.finish()
        return try Store(at: path, options, types, fileSystem: POSIXFileSystem())
    }

    /// Makes a new store as the synchronous method does, and fills it by an asynchronous closure.
    public static func creating(
        at path: String, options: Options = Options(), _ types: any Entity.Type...,
        fill: (Store) async throws -> Void
    ) async throws -> Store {
        let making = try UnfinishedStore(at: path, options, types)
        do { try await fill(making.store) } catch { throw making.discarded(after: error) }
        try making.finish()
        return try Store(at: path, options, types, fileSystem: POSIXFileSystem())
    }
}

/// A store that is being made.
private struct UnfinishedStore {
    let store: Store
    private let files: NewStore

    init(
        at path: String, _ options: Store.Options, _ types: [any Entity.Type]
    ) throws(StoreError) {
        files = try NewStore(at: path)
        var options = options
        options.isReadOnly = false
        options.createsStore = true
        // No commit counts before the last.
        options.durability = .onClose
        do throws(StoreError) {
            store = try Store(
                at: path, options, types, fileSystem: files.fileSystem, isUnfinished: true)
        } catch {
            files.discard()
            throw error
        }
    }

    func finish() throws(StoreError) {
        do throws(StoreError) {
            try store.close()
            try files.finish()
        } catch {
            files.discard()
            throw error
        }
    }

    /// Removes the files, and returns the error.
    func discarded(after error: any Error) -> any Error {
        files.discard()
        try? store.close()
        return error
    }
}
