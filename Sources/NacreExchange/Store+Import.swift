public import Nacre

extension Store {
    /// Imports the objects of a JSON Lines or CSV file. An object replaces the one with its id, if
    /// there is one. Rules and hooks apply as to every change.
    ///
    /// ```swift
    /// let report = try store.importObjects(of: City.self, from: "cities.csv")
    /// print(report.storedCount)
    /// ```
    /// The objects are stored in commits of ``ImportOptions/objectsPerCommit``. If the import
    /// fails, the commits before the failure stay: to make a new store whole or not at all, import
    /// inside `Store.creating(at:)`.
    /// - Parameters:
    ///   - type: The entity.
    ///   - path: The path of the file; "-" for standard input.
    ///   - options: The settings.
    ///   - progress: Receives the state after each 64 objects and at the end.
    /// - Returns: The number of stored objects, and the failures if the options collect them.
    /// - Throws: ``ImportError`` with the file and the line; `StoreError` for a reason that is not
    ///   one object's, such as `diskFull`; `CancellationError` if the task was cancelled.
    @discardableResult
    public func importObjects<Owner: Entity>(
        of type: Owner.Type, from path: String, options: ImportOptions<Owner> = ImportOptions(),
        progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport where Owner.Mutability == Mutable {
        try importObjects(of: type, from: path, options: options, progress: progress) {
            changes, object in
            try changes.save(object)
        }
    }

    /// Imports the objects of a JSON Lines or CSV file, and stores each by a closure. The closure
    /// can also change an object, look up others that it belongs to, or leave it out.
    ///
    /// ```swift
    /// try store.importObjects(of: City.self, from: "cities.csv") { changes, city in
    ///     try changes.upsert(city, on: \.code)
    /// }
    /// ```
    /// - Parameters:
    ///   - type: The entity.
    ///   - path: The path of the file; "-" for standard input.
    ///   - options: The settings.
    ///   - progress: Receives the state after each 64 objects and at the end.
    ///   - save: Stores an object in the change that it gets.
    /// - Returns: The number of objects for which the closure returned, and the failures if the
    ///   options collect them.
    /// - Throws: ``ImportError`` with the file and the line, also for an error of the closure;
    ///   `StoreError` for a reason that is not one object's, such as `diskFull`;
    ///   `CancellationError` if the task was cancelled.
    @discardableResult
    public func importObjects<Owner: Entity>(
        of type: Owner.Type, from path: String, options: ImportOptions<Owner> = ImportOptions(),
        progress: (ImportProgress) -> Void = { _ in },
        saving save: (borrowing WriteTransaction, Owner) throws -> Void
    ) throws -> ImportReport {
        let work = try FileImport(path, into: storedObjects(of: type), options)
        do {
            while try performChanges(
                author: options.author,
                { changes in try work.storeNext(in: changes, save, progress) })
            {
                if !isUnfinished { work.noteCommit() }
            }
        } catch {
            throw work.ended(by: error)
        }
        return work.report
    }

    /// Imports the objects of a file as the synchronous method does, without blocking the caller's
    /// thread. The file is read on the store's own thread, within each change.
    @discardableResult
    public func importObjects<Owner: Entity>(
        of type: Owner.Type, from path: String, options: ImportOptions<Owner> = ImportOptions(),
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport where Owner.Mutability == Mutable {
        try await importObjects(of: type, from: path, options: options, progress: progress) {
            changes, object in
            try changes.save(object)
        }
    }

    /// Imports the objects of a file and stores each by a closure, as the synchronous method does,
    /// without blocking the caller's thread.
    @discardableResult
    public func importObjects<Owner: Entity>(
        of type: Owner.Type, from path: String, options: ImportOptions<Owner> = ImportOptions(),
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in },
        saving save: @escaping @Sendable (borrowing WriteTransaction, Owner) throws -> Void
    ) async throws -> ImportReport {
        let work = try FileImport(path, into: storedObjects(of: type), options)
        do {
            while try await performChanges(
                author: options.author,
                { changes in try work.storeNext(in: changes, save, progress) })
            {
                if !isUnfinished { work.noteCommit() }
            }
        } catch {
            throw work.ended(by: error)
        }
        return work.report
    }
}
