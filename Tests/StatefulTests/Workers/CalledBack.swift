#if Macros
    import Nacre
    import NacreObjects

    /// A worker whose every call uses the form with a completion. A completion that is called twice
    /// traps, and the test hangs on one that is never called.
    struct CalledBack: WorkerProtocol {
        let worker: any WorkerProtocol

        func get<Value: WorkerValue>(
            _ request: FetchRequest<Value.Record>
        ) async throws(WorkerError) -> [Value] {
            try await withCheckedContinuation { done in
                worker.get(request) { done.resume(returning: $0) }
            }.get()
        }

        func upsert<Value: WorkerValue>(_ values: [Value]) async throws(WorkerError) {
            try await withCheckedContinuation { done in
                worker.upsert(values) { done.resume(returning: $0) }
            }.get()
        }

        func remove<Value: WorkerValue>(
            _ type: Value.Type, _ request: FetchRequest<Value.Record>
        ) async throws(WorkerError) -> Int {
            try await withCheckedContinuation { done in
                worker.remove(type, request) { done.resume(returning: $0) }
            }.get()
        }

        func remove<Value: WorkerValue>(
            _ type: Value.Type, ids: [Value.Record.ID]
        ) async throws(WorkerError) -> Int {
            try await withCheckedContinuation { done in
                worker.remove(type, ids: ids) { done.resume(returning: $0) }
            }.get()
        }

        func replaceAll<Value: WorkerValue>(
            _ request: FetchRequest<Value.Record>, with values: [Value]
        ) async throws(WorkerError) {
            try await withCheckedContinuation { done in
                worker.replaceAll(request, with: values) { done.resume(returning: $0) }
            }.get()
        }

        func findOrCreate<Value: WorkerValue>(
            _ id: Value.Record.ID, _ make: @escaping @Sendable () throws -> Value
        ) async throws(WorkerError) -> Value {
            try await withCheckedContinuation { done in
                worker.findOrCreate(id, make) { done.resume(returning: $0) }
            }.get()
        }
    }
#endif
