public import Nacre

/// A type that gets, saves and removes values of any ``ManagedObjectConvertible`` type. ``Worker``
/// does this with a store. The protocol is designed for `any WorkerProtocol`, so that a test can
/// use another implementation; usually a ``Worker`` over `Store.inMemory(...)` is better.
///
/// Each call is one snapshot or one commit. No call blocks the caller's thread.
public protocol WorkerProtocol: Sendable {
    /// Returns the values of a request in its order.
    /// - Throws: `cannotFetch`. If one record cannot be mapped, the whole call fails.
    func get<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>
    ) async throws(WorkerError) -> [Value]

    /// Saves values in one commit. A value replaces the stored one with its id; if there is none,
    /// it is inserted. If several values have the same id, the last one is saved.
    /// - Throws: `cannotSave`. Then nothing was saved.
    func upsert<Value: WorkerValue>(_ values: [Value]) async throws(WorkerError)

    /// Removes the values of a request in one commit.
    /// - Returns: The number of removed values.
    /// - Throws: `cannotSave`. Then nothing was removed.
    @discardableResult
    func remove<Value: WorkerValue>(
        _ type: Value.Type, _ request: FetchRequest<Value.Record>
    ) async throws(WorkerError) -> Int

    /// Removes the values with some ids in one commit.
    /// - Returns: The number of ids that had a value.
    /// - Throws: `cannotSave`. Then nothing was removed.
    @discardableResult
    func remove<Value: WorkerValue>(
        _ type: Value.Type, ids: [Value.Record.ID]
    ) async throws(WorkerError) -> Int

    /// Replaces the values of a request by others, in one commit. An example is a list from a
    /// server that replaces the previous one.
    /// - Throws: `cannotSave`. Then nothing was changed.
    func replaceAll<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>, with values: [Value]
    ) async throws(WorkerError)

    /// Returns the value with an id. If there is none, makes and saves it. If several tasks call it
    /// at the same time, one of them makes the value, and all get the same one.
    /// - Parameters:
    ///   - id: The id of the value's record.
    ///   - make: Makes a value with this id. It is called at most once, inside the change.
    /// - Throws: `cannotSave`; `cannotFetch` if the record, which is stored then, cannot be mapped.
    func findOrCreate<Value: WorkerValue>(
        _ id: Value.Record.ID, _ make: @escaping @Sendable () throws -> Value
    ) async throws(WorkerError) -> Value
}

extension WorkerProtocol {
    /// Returns the values whose records match a filter.
    ///
    /// ```swift
    /// let users: [User] = try await worker.get(
    ///     where: { $0.name.hasPrefix("A") }, sort: [\.name.ascending], limit: 10)
    /// ```
    /// - Parameters:
    ///   - make: Makes the filter from the record's fields.
    ///   - sorting: The order; by ascending id if it is empty.
    ///   - limit: The maximum number of values; nil for all, 0 for none.
    ///   - offset: The number of first values that are left out.
    /// - Throws: `cannotFetch`.
    public func get<Value: WorkerValue>(
        where make: (Value.Record.Fields) -> Filter<Value.Record>,
        sort sorting: Sorting<Value.Record> = [], limit: Int? = nil, offset: Int = 0
    ) async throws(WorkerError) -> [Value] {
        try await get(request(Filter(make), sorting, limit, offset))
    }

    /// Returns all values.
    ///
    /// ```swift
    /// let users: [User] = try await worker.get()
    /// ```
    /// - Parameters:
    ///   - sorting: The order; by ascending id if it is empty.
    ///   - limit: The maximum number of values; nil for all, 0 for none.
    ///   - offset: The number of first values that are left out.
    /// - Throws: `cannotFetch`.
    public func get<Value: WorkerValue>(
        sort sorting: Sorting<Value.Record> = [], limit: Int? = nil, offset: Int = 0
    ) async throws(WorkerError) -> [Value] {
        try await get(request(.all, sorting, limit, offset))
    }

    func request<Record: Entity>(
        _ filter: Filter<Record>, _ sorting: Sorting<Record>, _ limit: Int?, _ offset: Int
    ) -> FetchRequest<Record> {
        let request = Record.where(filter).sorted(by: sorting).offset(offset)
        return limit.map { request.limit($0) } ?? request
    }

    /// Saves one value.
    /// - Throws: `cannotSave`.
    public func upsert<Value: WorkerValue>(
        _ value: Value
    ) async throws(WorkerError) {
        try await upsert([value])
    }

    /// Removes the values whose records match a filter.
    /// - Returns: The number of removed values.
    /// - Throws: `cannotSave`.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, where make: (Value.Record.Fields) -> Filter<Value.Record>
    ) async throws(WorkerError) -> Int {
        try await remove(type, Value.Record.where(make))
    }
}
