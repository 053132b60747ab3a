public import Nacre

/// A worker on a store, for the layers above it. One worker serves all types. It holds nothing but
/// the store, so making one costs nothing.
///
/// ```swift
/// let worker: any WorkerProtocol = Worker(store)
/// try await worker.upsert([User(id: "anne"), User(id: "bo")])
/// let users: [User] = try await worker.get()
/// ```
public struct Worker: WorkerProtocol {
    private let store: Store
    private let author: String?
    private let note: String?

    /// Makes a worker.
    /// - Parameters:
    ///   - store: A store that was opened with the records' entities.
    ///   - author: The author, stored with the worker's commits.
    ///   - note: A note, stored with the worker's commits. The author and the note have at most
    ///     4095 bytes together.
    public init(_ store: Store, author: String? = nil, note: String? = nil) {
        self.store = store
        self.author = author
        self.note = note
    }

    /// Returns a worker of the same store and author that stores another note with its commits.
    ///
    /// ```swift
    /// try await worker.noting("nightly import").upsert(users)
    /// ```
    /// - Parameter note: The note; nil for none.
    public func noting(_ note: String?) -> Worker { Worker(store, author: author, note: note) }

    /// Returns the values of a request in its order, all from one snapshot.
    public func get<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>
    ) async throws(WorkerError) -> [Value] {
        do {
            try Task.checkCancellation()
            let snapshot = try store.snapshot()
            return try snapshot.fetch(request).map { try Value.mapped($0, in: snapshot) }
        } catch {
            throw .cannotFetch(error)
        }
    }

    /// Saves values in one commit. If several have the same id, the last one is saved.
    public func upsert<Value: WorkerValue>(
        _ values: [Value]
    ) async throws(WorkerError) {
        try await change { changes in
            try changes.collectViolations(values) { try changes.save($0.mapped(in: changes)) }
        }
    }

    /// Removes the values of a request in one commit.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, _ request: FetchRequest<Value.Record>
    ) async throws(WorkerError) -> Int {
        try await change { try $0.delete(request) }
    }

    /// Removes the values with some ids in one commit and together, so that they do not deny the
    /// removal of each other.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, ids: [Value.Record.ID]
    ) async throws(WorkerError) -> Int {
        try await change { try $0.remove(Value.Record.self, ids) }
    }

    /// Replaces the values of a request by others, in one commit.
    public func replaceAll<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>, with values: [Value]
    ) async throws(WorkerError) {
        try await change { changes in
            let records = try values.map { try $0.mapped(in: changes) }
            let kept = Set(records.map(\.id))
            _ = try changes.remove(try changes.fetch(request).filter { !kept.contains($0.id) })
            try changes.collectViolations(records) { try changes.save($0) }
        }
    }

    /// Returns the value with an id. If there is none, makes and saves it.
    public func findOrCreate<Value: WorkerValue>(
        _ id: Value.Record.ID, _ make: @escaping @Sendable () throws -> Value
    ) async throws(WorkerError) -> Value {
        let record = try await change { changes in
            try changes.findOrInsert(Value.Record.self, id) {
                let record = try make().mapped(in: changes)
                guard record.id == id else {
                    throw MappingError(
                        entity: Value.Record.entityName, id: "\(id)",
                        underlying: OtherID(found: "\(record.id)"))
                }
                return record
            }
        }
        do { return try Value.mapped(record, in: store.snapshot()) } catch {
            throw .cannotFetch(error)
        }
    }

    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws(WorkerError) -> Result {
        do { return try await store.performChanges(author: author, note: note, body) } catch {
            throw .cannotSave(error)
        }
    }
}

/// The error that a value made for one id has another id.
private struct OtherID: Error, CustomStringConvertible {
    let found: String
    var description: String { "the value that was made has another id, \(found)" }
}

extension ManagedObjectConvertible {
    fileprivate static func mapped(_ record: Record, in snapshot: Snapshot) throws -> Self {
        do { return try toEntity(record, in: snapshot) } catch {
            throw MappingError(entity: Record.entityName, id: "\(record.id)", underlying: error)
        }
    }

    fileprivate func mapped(in changes: WriteTransaction) throws -> Record {
        do { return try toManagedObject(in: changes) } catch let error as StoreError {
            throw error
        } catch {
            throw MappingError(entity: Record.entityName, id: nil, underlying: error)
        }
    }
}
