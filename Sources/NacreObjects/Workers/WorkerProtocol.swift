public import Nacre

/// Gets, saves and removes values of any ``ManagedObjectConvertible`` type. ``Worker`` does so with
/// a store. Written for being held as `any WorkerProtocol`, so that a test can put something else
/// in its place, though a ``Worker`` over `Store.inMemory(...)` mostly serves better.
///
/// Each call is one snapshot or one commit. None of them waits on the caller's thread.
public protocol WorkerProtocol: Sendable {
    /// The values of a request, in its order.
    /// - Throws: `cannotFetch`. A record that cannot be mapped fails the whole call.
    func get<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>
    ) async throws(WorkerError) -> [Value]

    /// Saves values in one commit: those whose id is there are replaced, the others inserted. Of
    /// several with one id the last one holds.
    /// - Throws: `cannotSave`. Nothing was saved then.
    func upsert<Value: WorkerValue>(_ values: [Value]) async throws(WorkerError)

    /// Removes the values of a request in one commit.
    /// - Returns: how many there were.
    /// - Throws: `cannotSave`. Nothing was removed then.
    @discardableResult
    func remove<Value: WorkerValue>(
        _ type: Value.Type, _ request: FetchRequest<Value.Record>
    ) async throws(WorkerError) -> Int

    /// Removes the values with some ids in one commit.
    /// - Returns: how many there were.
    /// - Throws: `cannotSave`. Nothing was removed then.
    @discardableResult
    func remove<Value: WorkerValue>(
        _ type: Value.Type, ids: [Value.Record.ID]
    ) async throws(WorkerError) -> Int

    /// Puts values in the place of those of a request, in one commit: a list that a server sent,
    /// for the one before.
    /// - Throws: `cannotSave`. Nothing was changed then.
    func replaceAll<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>, with values: [Value]
    ) async throws(WorkerError)

    /// The value with an id or, if there is none, a new one. Of several tasks that ask at one time
    /// one makes it, and all get the same.
    /// - Parameters:
    ///   - id: of the value's record.
    ///   - make: called at most once, inside of the change. The value must get this id.
    /// - Throws: `cannotSave`; `cannotFetch` if its record, which is stored then, cannot be mapped.
    func findOrCreate<Value: WorkerValue>(
        _ id: Value.Record.ID, _ make: @escaping @Sendable () throws -> Value
    ) async throws(WorkerError) -> Value
}

extension WorkerProtocol {
    /// The values for whose records a filter holds.
    ///
    /// ```swift
    /// let users: [User] = try await worker.get(
    ///     where: { $0.name.hasPrefix("A") }, sort: [\.name.ascending], limit: 10)
    /// ```
    /// - Parameters:
    ///   - make: the filter, of the record's fields.
    ///   - sorting: by ascending id if there is none.
    ///   - limit: how many at most; all if nil, none if 0.
    ///   - offset: how many of the first are left out.
    /// - Throws: `cannotFetch`.
    public func get<Value: WorkerValue>(
        where make: (Value.Record.Fields) -> Filter<Value.Record>,
        sort sorting: Sorting<Value.Record> = [], limit: Int? = nil, offset: Int = 0
    ) async throws(WorkerError) -> [Value] {
        try await get(request(Filter(make), sorting, limit, offset))
    }

    /// All values.
    ///
    /// ```swift
    /// let users: [User] = try await worker.get()
    /// ```
    /// - Parameters:
    ///   - sorting: by ascending id if there is none.
    ///   - limit: how many at most; all if nil, none if 0.
    ///   - offset: how many of the first are left out.
    /// - Throws: `cannotFetch`.
    public func get<Value: WorkerValue>(
        sort sorting: Sorting<Value.Record> = [], limit: Int? = nil, offset: Int = 0
    ) async throws(WorkerError) -> [Value] {
        try await get(request(.all, sorting, limit, offset))
    }

    func request<Record: Entity>(
        _ filter: Filter<Record>, _ sorting: Sorting<Record>, _ limit: Int?, _ offset: Int
    ) -> FetchRequest<Record> {
        let request = Record.where(filter).ordered(by: sorting).offset(offset)
        return limit.map { request.limit($0) } ?? request
    }

    /// Saves one value.
    /// - Throws: `cannotSave`.
    public func upsert<Value: WorkerValue>(
        _ value: Value
    ) async throws(WorkerError) {
        try await upsert([value])
    }

    /// Removes the values for whose records a filter holds.
    /// - Returns: how many there were.
    /// - Throws: `cannotSave`.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, where make: (Value.Record.Fields) -> Filter<Value.Record>
    ) async throws(WorkerError) -> Int {
        try await remove(type, Value.Record.where(make))
    }
}
