#if Macros
    import Foundation
    import Nacre
    import NacreObjects
    import Testing

    /// The scenarios of a worker that keeps plain structs. Names begin with numbers of the
    /// catalogue of features.
    @Suite struct WorkerTests {
        struct User: Hashable, ManagedObjectConvertible {
            let id: String
            var username: String?
            var name: String?
            var birthday: Date?

            func toManagedObject(in changes: WriteTransaction) throws -> UserRecord {
                if name == "unkept" { throw Refused() }
                return UserRecord(id: id, username: username, name: name, birthday: birthday)
            }

            static func toEntity(_ record: UserRecord, in reader: Snapshot) throws -> User {
                if record.name == "unreadable" { throw Refused() }
                return User(
                    id: record.id, username: record.username, name: record.name,
                    birthday: record.birthday)
            }
        }

        @Entity
        struct UserRecord: Hashable {
            let id: String
            @Attribute(.unique) var username: String?
            var name: String?
            var birthday: Date?
        }

        /// A type that is its own record, without any mapping.
        @Entity
        struct Account: Hashable, ManagedObjectConvertible {
            let id: Int
            var owner: String
        }

        struct Refused: Error {}

        static func worker() throws -> Worker {
            Worker(try Store.inMemory(UserRecord.self, Account.self))
        }

        static let anne = User(
            id: "a", username: "anne", name: "Anne", birthday: Date(timeIntervalSince1970: 1))
        static let bo = User(id: "b", username: "bo", name: "Bo")

        @Test func `an empty store returns no values`() async throws {
            let users: [User] = try await Self.worker().get()
            #expect(users == [])
        }

        @Test func `W17 saved values are read back, with every optional`() async throws {
            let worker = try Self.worker()
            try await worker.upsert([Self.anne, Self.bo])
            let users: [User] = try await worker.get()
            #expect(users == [Self.anne, Self.bo])
        }

        @Test func `saving the same id again is an update`() async throws {
            let worker = try Self.worker()
            try await worker.upsert(Self.anne)
            let renamed = User(id: "a", username: "anna", name: "Anna")
            try await worker.upsert([renamed])
            let users: [User] = try await worker.get()
            #expect(users == [renamed])
            try await worker.upsert([Self.anne, renamed, Self.anne])
            #expect(try await worker.get() == [Self.anne])
        }

        @Test func `saving nothing is valid and makes no commit`() async throws {
            let store = try Store.inMemory(UserRecord.self)
            let before = try store.snapshot().commitNumber
            try await Worker(store).upsert([User]())
            #expect(try store.snapshot().commitNumber == before)
        }

        @Test func `W12 filter, sort, limit and offset work alone and together`() async throws {
            let worker = try Self.worker()
            let all = (0..<20).map { Account(id: $0, owner: $0 % 3 == 0 ? "x" : "y") }
            try await worker.upsert(all)
            let filtered: [Account] = try await worker.get(where: { $0.owner == "x" })
            #expect(filtered == all.filter { $0.owner == "x" })
            let sorted: [Account] = try await worker.get(sort: [\.id.descending])
            #expect(sorted == all.reversed())
            let limited: [Account] = try await worker.get(limit: 3)
            #expect(limited == Array(all[..<3]))
            let none: [Account] = try await worker.get(limit: 0)
            #expect(none == [])
            let together: [Account] = try await worker.get(
                where: { $0.owner == "y" }, sort: [\.owner.ascending, \.id.descending], limit: 4,
                offset: 2)
            #expect(together == Array(all.reversed().filter { $0.owner == "y" }[2..<6]))
        }

        @Test func `W5 one worker handles every type, by type inference`() async throws {
            let worker = try Self.worker()
            try await worker.upsert(Self.anne)
            try await worker.upsert(Account(id: 1, owner: "a"))
            let users: [User] = try await worker.get()
            let accounts: [Account] = try await worker.get()
            #expect(users == [Self.anne] && accounts.map(\.id) == [1])
        }

        /// A mock worker that counts its calls.
        actor Mock: WorkerProtocol {
            private(set) var calls: [String] = []
            private func note(_ call: String) { calls.append(call) }

            func get<Value: WorkerValue>(
                _ request: FetchRequest<Value.Record>
            ) async throws(WorkerError) -> [Value] {
                note("get")
                throw .cannotFetch(Refused())
            }

            func upsert<Value: WorkerValue>(
                _ values: [Value]
            ) async throws(WorkerError) { note("upsert \(values.count)") }

            func remove<Value: WorkerValue>(
                _ type: Value.Type, _ request: FetchRequest<Value.Record>
            ) async throws(WorkerError) -> Int { 0 }

            func remove<Value: WorkerValue>(
                _ type: Value.Type, ids: [Value.Record.ID]
            ) async throws(WorkerError) -> Int { ids.count }

            func replaceAll<Value: WorkerValue>(
                _ request: FetchRequest<Value.Record>, with values: [Value]
            ) async throws(WorkerError) {}

            func findOrCreate<Value: WorkerValue>(
                _ id: Value.Record.ID, _ make: @escaping @Sendable () throws -> Value
            ) async throws(WorkerError) -> Value { throw .cannotSave(Refused()) }
        }

        @Test func `W10 a worker is held as an existential and can be replaced by a mock`()
            async throws
        {
            let mock = Mock()
            for worker: any WorkerProtocol in [try Self.worker(), mock] {
                try await worker.upsert([Self.anne, Self.bo])
            }
            let worker: any WorkerProtocol = mock
            await #expect(throws: WorkerError.self) { let _: [User] = try await worker.get() }
            #expect(await mock.calls == ["upsert 2", "get"])
        }

        @Test func `a worker's commits have its author and its note`() async throws {
            let store = try Store.inMemory(UserRecord.self)
            let worker = Worker(store, author: "sync", note: "first")
            try await worker.upsert(Self.anne)
            try await worker.noting("second").upsert(Self.bo)
            try await worker.noting(nil).remove(User.self, ids: ["b"])
            let commits = try store.history(limit: 3)
            #expect(commits.map(\.note) == [nil, "second", "first"])
            #expect(commits.map(\.author) == ["sync", "sync", "sync"])
        }

        @Test func `results stay valid after the store was closed, on any thread`() async throws {
            let store = try Store.inMemory(UserRecord.self)
            let worker = Worker(store)
            try await worker.upsert(Self.anne)
            let users: [User] = try await worker.get()
            try store.close()
            #expect(await Task.detached { users.map(\.name) }.value == ["Anne"])
        }

        @Test func `W7 one record that cannot be mapped fails the call and is named`() async throws
        {
            let worker = try Self.worker()
            try await worker.upsert([Self.anne, User(id: "x", name: "unreadable"), Self.bo])
            let error = await #expect(throws: WorkerError.self) {
                let _: [User] = try await worker.get()
            }
            let mapping = try #require(error?.underlying as? MappingError)
            #expect(mapping.entity == "UserRecord" && mapping.id == "x")
            #expect(mapping.underlying is Refused)
            #expect("\(try #require(error))".contains("'UserRecord' with id x"))
        }

        @Test func `W8 a failed save stores nothing of the call`() async throws {
            let worker = try Self.worker()
            try await worker.upsert(Self.bo)
            let twice = [Self.anne, User(id: "c", username: "bo")]
            for (values, code) in [
                (twice, StoreError.Code.uniqueViolation),
                ([Self.anne, User(id: "d", name: "unkept")], nil),
            ] {
                let error = await #expect(throws: WorkerError.self) {
                    try await worker.upsert(values)
                }
                // The switch has both cases: there can be no other.
                switch try #require(error) {
                case .cannotFetch: Issue.record("nothing was fetched")
                case .cannotSave(let reason): #expect((reason as? StoreError)?.code == code)
                }
                #expect(try await worker.get() == [Self.bo])
            }
        }

        @Test func `W13 callbacks are called once, with the result or error of the call`()
            async throws
        {
            let store = try Store.inMemory(UserRecord.self)
            let worker: any WorkerProtocol = Worker(store)
            let saved: Result<Void, WorkerError> = await withCheckedContinuation { done in
                worker.upsert([Self.anne]) { done.resume(returning: $0) }
            }
            #expect(throws: Never.self) { try saved.get() }
            let fetched: Result<[User], WorkerError> = await withCheckedContinuation { done in
                worker.get(UserRecord.all) { done.resume(returning: $0) }
            }
            #expect(try fetched.get() == [Self.anne])
            let removed: Result<Int, WorkerError> = await withCheckedContinuation { done in
                worker.remove(User.self, UserRecord.all) { done.resume(returning: $0) }
            }
            #expect(try removed.get() == 1)
            let made: Result<User, WorkerError> = await withCheckedContinuation { done in
                worker.findOrCreate(Self.anne.id, { Self.anne }) { done.resume(returning: $0) }
            }
            #expect(try made.get() == Self.anne)
            let replaced: Result<Void, WorkerError> = await withCheckedContinuation { done in
                worker.replaceAll(UserRecord.all, with: [Self.bo]) { done.resume(returning: $0) }
            }
            #expect(throws: Never.self) { try replaced.get() }
            #expect(try await worker.get() == [Self.bo])
            let ids = [Self.anne.id, Self.bo.id]
            let gone: Result<Int, WorkerError> = await withCheckedContinuation { done in
                worker.remove(User.self, ids: ids) { done.resume(returning: $0) }
            }
            #expect(try gone.get() == 1)
            try await Self.checkShortForms(worker)
            try store.close()
            let failed: Result<[User], WorkerError> = await withCheckedContinuation { done in
                worker.get(UserRecord.all) { done.resume(returning: $0) }
            }
            guard case .failure(.cannotFetch(let error)) = failed else {
                Issue.record("the store was closed")
                return
            }
            #expect((error as? StoreError)?.code == .closed)
        }

        private static func checkShortForms(_ worker: any WorkerProtocol) async throws {
            let saved: Result<Void, WorkerError> = await withCheckedContinuation { done in
                worker.upsert(bo) { done.resume(returning: $0) }
            }
            #expect(throws: Never.self) { try saved.get() }
            let all: Result<[User], WorkerError> = await withCheckedContinuation { done in
                worker.get(limit: 1) { done.resume(returning: $0) }
            }
            #expect(try all.get() == [bo])
            let some: Result<[User], WorkerError> = await withCheckedContinuation { done in
                worker.get(where: { $0.id == "none" }) { done.resume(returning: $0) }
            }
            #expect(try some.get() == [])
            let gone: Result<Int, WorkerError> = await withCheckedContinuation { done in
                worker.remove(User.self, where: { $0.id == bo.id }) { done.resume(returning: $0) }
            }
            #expect(try gone.get() == 1)
        }

        @Test func `W6 values are removed by filter and by ids, and replaced`() async throws {
            let worker = try Self.worker()
            try await worker.upsert((0..<10).map { Account(id: $0, owner: $0 < 5 ? "x" : "y") })
            #expect(try await worker.remove(Account.self, where: { $0.id > 7 }) == 2)
            #expect(try await worker.remove(Account.self, ids: [0, 1, 99]) == 2)
            try await worker.replaceAll(
                Account.where { $0.owner == "x" },
                with: [Account(id: 2, owner: "x"), Account(id: 20, owner: "x")])
            let left: [Account] = try await worker.get()
            #expect(left.map(\.id) == [2, 5, 6, 7, 20])
        }

        @Test func `W2 a thousand saves and reads run at the same time`() async throws {
            let worker = try Self.worker()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 0..<1000 {
                    group.addTask { try await worker.upsert(Account(id: id, owner: "x")) }
                    if id % 10 == 0 {
                        group.addTask { let _: [Account] = try await worker.get(limit: 5) }
                    }
                }
                try await group.waitForAll()
            }
            let accounts: [Account] = try await worker.get()
            #expect(accounts.map(\.id) == Array(0..<1000))
        }

        @Test func `W15 two tasks that call findOrCreate with one id make one object`() async throws
        {
            let worker = try Self.worker()
            try await withThrowingTaskGroup(of: Account.self) { group in
                for turn in 0..<50 {
                    group.addTask {
                        try await worker.findOrCreate(7) { Account(id: 7, owner: "\(turn)") }
                    }
                }
                let first = try await group.next()
                for try await account in group { #expect(account == first) }
            }
            #expect(try await worker.get().count(where: { (_: Account) in true }) == 1)
            let error = await #expect(throws: WorkerError.self) {
                try await worker.findOrCreate(8) { Account(id: 9, owner: "other") }
            }
            #expect(error?.underlying is MappingError)
            let left: [Account] = try await worker.get()
            #expect(left.count == 1)
        }
    }
#endif
