public import Nacre

/// Variants of the methods for callers without tasks. Each completion is called exactly once, on a
/// thread of Swift's tasks. If the returned task is cancelled, work that has not begun fails.
extension WorkerProtocol {
    /// Passes the values of a request in its order.
    @discardableResult
    public func get<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>,
        completion: @escaping @Sendable (Result<[Value], WorkerError>) -> Void
    ) -> Task<Void, Never> {
        Task { completion(await outcome { () throws(WorkerError) in try await get(request) }) }
    }

    /// Passes the values whose records match a filter. They are sorted by ascending id if there is
    /// no sorting. The first `offset` of them are left out, and at most `limit` are passed.
    @discardableResult
    public func get<Value: WorkerValue>(
        where make: (Value.Record.Fields) -> Filter<Value.Record>,
        sort sorting: Sorting<Value.Record> = [], limit: Int? = nil, offset: Int = 0,
        completion: @escaping @Sendable (Result<[Value], WorkerError>) -> Void
    ) -> Task<Void, Never> {
        get(request(Filter(make), sorting, limit, offset), completion: completion)
    }

    /// Passes all values, sorted and limited like the values of a filter.
    @discardableResult
    public func get<Value: WorkerValue>(
        sort sorting: Sorting<Value.Record> = [], limit: Int? = nil, offset: Int = 0,
        completion: @escaping @Sendable (Result<[Value], WorkerError>) -> Void
    ) -> Task<Void, Never> {
        get(request(.all, sorting, limit, offset), completion: completion)
    }

    /// Saves one value.
    @discardableResult
    public func upsert<Value: WorkerValue>(
        _ value: Value, completion: @escaping @Sendable (Result<Void, WorkerError>) -> Void
    ) -> Task<Void, Never> {
        upsert([value], completion: completion)
    }

    /// Saves values in one commit.
    @discardableResult
    public func upsert<Value: WorkerValue>(
        _ values: [Value], completion: @escaping @Sendable (Result<Void, WorkerError>) -> Void
    ) -> Task<Void, Never> {
        Task { completion(await outcome { () throws(WorkerError) in try await upsert(values) }) }
    }

    /// Removes the values of a request in one commit.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, _ request: FetchRequest<Value.Record>,
        completion: @escaping @Sendable (Result<Int, WorkerError>) -> Void
    ) -> Task<Void, Never> {
        Task {
            completion(
                await outcome { () throws(WorkerError) in try await remove(type, request) })
        }
    }

    /// Removes the values whose records match a filter, in one commit.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, where make: (Value.Record.Fields) -> Filter<Value.Record>,
        completion: @escaping @Sendable (Result<Int, WorkerError>) -> Void
    ) -> Task<Void, Never> {
        remove(type, Value.Record.where(make), completion: completion)
    }

    /// Removes the values with some ids in one commit.
    @discardableResult
    public func remove<Value: WorkerValue>(
        _ type: Value.Type, ids: [Value.Record.ID],
        completion: @escaping @Sendable (Result<Int, WorkerError>) -> Void
    ) -> Task<Void, Never> {
        Task {
            completion(
                await outcome { () throws(WorkerError) in try await remove(type, ids: ids) })
        }
    }

    /// Replaces the values of a request by others, in one commit.
    @discardableResult
    public func replaceAll<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>, with values: [Value],
        completion: @escaping @Sendable (Result<Void, WorkerError>) -> Void
    ) -> Task<Void, Never> {
        Task {
            completion(
                await outcome { () throws(WorkerError) in
                    try await replaceAll(request, with: values)
                })
        }
    }

    /// Passes the value with an id. If there is none, makes and saves it.
    @discardableResult
    public func findOrCreate<Value: WorkerValue>(
        _ id: Value.Record.ID, _ make: @escaping @Sendable () throws -> Value,
        completion: @escaping @Sendable (Result<Value, WorkerError>) -> Void
    ) -> Task<Void, Never> {
        Task {
            completion(
                await outcome { () throws(WorkerError) in try await findOrCreate(id, make) })
        }
    }
}

private func outcome<Success>(
    _ body: () async throws(WorkerError) -> Success
) async -> Result<Success, WorkerError> {
    do throws(WorkerError) { return .success(try await body()) } catch { return .failure(error) }
}
