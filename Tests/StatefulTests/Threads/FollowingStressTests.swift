#if Macros
    import Foundation
    import Nacre
    import NacreObjects
    import NacreTestSupport
    import Synchronization
    import Testing

    /// All kinds of followers of a store, during all kinds of changes: changes on threads and in
    /// tasks, live objects, hooks, commits, observers, results. Made for `--sanitize=thread`;
    /// NACRE_TEST_SECONDS sets the duration.
    @Suite struct FollowingStressTests {
        @Entity
        struct Meter: Hashable {
            let id: Int
            var reading: Int = 0
            var saves: Int = 0
            static let told = Atomic(0)
        }

        static let meters = 8

        private static var seconds: Double {
            ProcessInfo.processInfo.environment["NACRE_TEST_SECONDS"].flatMap(Double.init) ?? 0.3
        }

        /// Calls `step` repeatedly on a dedicated thread, until the time is over.
        /// - Returns: The number of calls.
        private static func run(
            _ step: @escaping @Sendable () throws -> Void
        ) async throws -> Int {
            let end = ContinuousClock.now + .seconds(seconds)
            return try await withCheckedThrowingContinuation { continuation in
                Thread {
                    var count = 0
                    do {
                        while ContinuousClock.now < end {
                            try step()
                            count += 1
                        }
                        continuation.resume(returning: count)
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }.start()
            }
        }

        private static func add(_ changes: WriteTransaction) throws {
            try changes.update(Meter.self, Int.random(in: 0..<meters)) { $0.reading += 1 }
        }

        /// Adds to a meter by a live object, in a context that lives as long as the change.
        private static func addLive(_ store: Store) throws {
            let context = try Context(store)
            context.mergePolicy = .error
            guard let meter = try context.find(Meter.self, 0) else { return }
            meter.reading += 1
            do throws(StoreError) { try context.save() } catch {
                guard error.code == .conflict else { throw error }
                try addLive(store)
            }
        }

        @Test func `all followers of a store receive each change once`() async throws {
            let store = try Store.inMemory(Meter.self)
            try await store.performChanges { changes in
                for id in 0..<Self.meters { try changes.insert(Meter(id: id)) }
            }
            Meter.told.store(0, ordering: .relaxed)
            let observed = Atomic(0)
            let commits = store.commits
            let executor = QueueExecutor()
            let token = try store.observe(Meter.self, 1, on: executor) { change in
                guard case .updated(let update) = change else { return }
                observed.add(update.new.reading - update.old.reading, ordering: .relaxed)
            } onFailure: {
                Issue.record("an observer was not told all: \($0)")
            }
            let values = store.values(of: Meter.all.sorted(\.id.ascending))
            let start = try store.snapshot().commitNumber
            let feed = Task {
                var (sum, last) = (0, start)
                for try await commit in commits {
                    try require(commit.number == last + 1, "\(commit.number) behind \(last)")
                    last = commit.number
                    for update in try commit.updated(Meter.self) {
                        sum += update.new.reading - update.old.reading
                    }
                }
                return sum
            }
            let results = Task {
                var last: [Meter] = []
                for try await meters in values { last = meters }
                return last
            }
            async let first = Self.run { try store.performChanges { try Self.add($0) } }
            async let second = Self.run { try store.performChanges { try Self.add($0) } }
            async let live = Self.run { try Self.addLive(store) }
            async let reads = Self.run { _ = try store.snapshot().sum(\.reading, Meter.all) }
            var own = 0
            while own < 50 {
                try await store.performChanges { try Self.add($0) }
                own += 1
            }
            let changes = try await first + second + live + own
            #expect(try await reads > 0)
            let meters = try store.fetch(Meter.all.sorted(\.id.ascending))
            let expected = meters[1].reading
            for _ in 0..<2000 where observed.load(ordering: .relaxed) < expected {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(observed.load(ordering: .relaxed) == expected)
            withExtendedLifetime(token) {}
            try store.close()
            #expect(meters.map(\.reading).reduce(0, +) == changes)
            #expect(meters.map { $0.saves - 1 }.reduce(0, +) == changes)
            #expect(Meter.told.load(ordering: .relaxed) == changes)
            #expect(try await feed.value == changes)
            #expect(try await results.value == meters)
        }
    }

    extension FollowingStressTests.Meter: WillSave, DidSave {
        mutating func willSave(
            replacing old: FollowingStressTests.Meter?, in changes: WriteTransaction
        ) throws {
            saves = (old?.saves ?? 0) + 1
        }

        static func didSave(_ saved: Saved<FollowingStressTests.Meter>) {
            told.add(saved.updated.count, ordering: .relaxed)
        }
    }
#endif
