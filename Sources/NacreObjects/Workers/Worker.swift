public import Nacre

/// Works on a store for the layers above it. One worker serves every type; it holds nothing but the
/// store, so making one costs nothing.
///
/// ```swift
/// let worker: any WorkerProtocol = Worker(store)
/// try await worker.upsert([User(id: "anne"), User(id: "bo")])
/// let users: [User] = try await worker.get()
/// ```
public struct Worker: WorkerProtocol {
    private let store: Store
    private let author: String?

    /// - Parameters:
    ///   - store: opened with the records' entities.
    ///   - author: kept with its commits.
    public init(_ store: Store, author: String? = nil) {
        self.store = store
        self.author = author
    }

    /// The values of a request, of one snapshot, in its order.
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

    /// Saves values in one commit; the last one with an id holds.
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

    /// Removes the values with some ids in one commit, and at once: they do not deny each other
    /// anything.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, ids: [Value.Record.ID]
    ) async throws(WorkerError) -> Int {
        try await change { try $0.remove(ids, of: Value.Record.self) }
    }

    /// Puts values in the place of those of a request, in one commit.
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

    /// The value with an id, made and saved if there is none.
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
        do { return try await store.performChanges(author: author, body) } catch {
            throw .cannotSave(error)
        }
    }
}

/// A value that was made for one id has another one.
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
