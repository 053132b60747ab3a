public import Nacre

/// The same for callers without tasks. Each completion is called exactly once, on a thread of
/// Swift's tasks. Cancelling the task that is returned lets what has not begun fail.
extension WorkerProtocol {
    /// The values of a request, in its order.
    @discardableResult
    public func get<Value: WorkerValue>(
        _ request: FetchRequest<Value.Record>,
        completion: @escaping @Sendable (Result<[Value], WorkerError>) -> Void
    ) -> Task<Void, Never> {
        Task { completion(await outcome { () throws(WorkerError) in try await get(request) }) }
    }

    /// The values for whose records a filter holds: by ascending id if nothing sorts them, at most
    /// `limit` of them, without the first `offset`.
    @discardableResult
    public func get<Value: WorkerValue>(
        where make: (Value.Record.Fields) -> Filter<Value.Record>,
        sort sorting: Sorting<Value.Record> = [], limit: Int? = nil, offset: Int = 0,
        completion: @escaping @Sendable (Result<[Value], WorkerError>) -> Void
    ) -> Task<Void, Never> {
        get(request(Filter(make), sorting, limit, offset), completion: completion)
    }

    /// All values, in the same manner.
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

    /// Removes the values for whose records a filter holds, in one commit.
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

    /// Puts values in the place of those of a request, in one commit.
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

    /// The value with an id, made and saved if there is none.
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
