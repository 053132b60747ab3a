import Foundation
import Nacre
import NacreTestSupport
import Synchronization
import Testing

/// Changes from tasks.
@Suite struct AsyncChangesTests {
    private struct Stop: Error {}

    /// Blocks the thread of changes until it is released.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        func wait() { semaphore.wait() }
        func open() { semaphore.signal() }
    }

    @Test func `a change of a task runs and returns its result`() async throws {
        let store = try Store.inMemory(Word.self)
        let word = try await store.performChanges(author: "task") { changes in
            try changes.insert(Word(id: "a", count: 1))
        }
        #expect(try store.fetch(Word.all) == [word])
    }

    @Test func `the closure runs on another thread than the caller's`() async throws {
        let store = try Store.inMemory(Word.self)
        let caller = Self.thread
        let other = try await store.performChanges { _ in Self.thread }
        #expect(other != caller)
        let same = try sameThread(store)
        #expect(same)
    }

    private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    private func sameThread(_ store: Store) throws -> Bool {
        let caller = Self.thread
        return try store.performChanges { _ in Self.thread == caller }
    }

    @TaskLocal private static var request = "none"

    @Test func `the closure is a part of the caller's task`() async throws {
        let store = try Store.inMemory(Word.self)
        let seen = try await Self.$request.withValue("r1") {
            try await store.performChanges { _ in Self.request }
        }
        #expect(seen == "r1")
        let gate = Gate()
        let begun = Gate()
        let task = Task {
            try await store.performChanges { changes in
                try changes.insert(Word(id: "a", count: 1))
                begun.open()
                gate.wait()
                return Task.isCancelled
            }
        }
        await Task.detached { begun.wait() }.value
        task.cancel()
        gate.open()
        // A change that has begun is completed, and can see that its task was cancelled.
        #expect(try await task.value)
        #expect(try store.count(Word.all) == 1)
    }

    @MainActor @Test func `the closure of a change from an actor runs off that actor`() async throws
    {
        let store = try Store.inMemory(Word.self)
        let isMain = try await store.performChanges { _ in Thread.isMainThread }
        #expect(!isMain)
    }

    @Test func `the caller's thread is free during the change`() async throws {
        let store = try Store.inMemory(Word.self)
        let gate = Gate()
        let waiting = Task {
            try await store.performChanges { changes in
                gate.wait()
                try changes.insert(Word(id: "a", count: 1))
            }
        }
        #expect(try store.fetch(Word.all) == [])
        gate.open()
        _ = try await waiting.value
        #expect(try store.count(Word.all) == 1)
    }

    @Test func `a hundred tasks change a store one after another`() async throws {
        let store = try Store.inMemory(Word.self)
        try await store.performChanges { try $0.insert(Word(id: "sum", count: 0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask {
                    try await store.performChanges { changes in
                        try changes.insert(Word(id: "\(number)", count: number))
                        try changes.update(Word.self, "sum") { $0.count += number }
                    }
                    // Every later read sees an acknowledged change.
                    #expect(try store.find(Word.self, "\(number)")?.count == number)
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.find(Word.self, "sum")?.count == 5050)
        #expect(try store.count(Word.all) == 101)
    }

    @Test func `a task that was cancelled before its turn changes nothing`() async throws {
        let store = try Store.inMemory(Word.self)
        let gate = Gate()
        let first = Task {
            try await store.performChanges { _ in gate.wait() }
        }
        let second = Task {
            try await store.performChanges { changes in
                Issue.record("The closure ran.")
                try changes.insert(Word(id: "a", count: 1))
            }
        }
        second.cancel()
        gate.open()
        try await first.value
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        #expect(try store.count(Word.all) == 0)
        try await store.performChanges { try $0.insert(Word(id: "b", count: 1)) }
        #expect(try store.count(Word.all) == 1)
    }

    @Test func `a task that is cancelled during its turn completes it`() async throws {
        let store = try Store.inMemory(Word.self)
        let (begun, gate) = (Gate(), Gate())
        let task = Task {
            try await store.performChanges { changes in
                begun.open()
                gate.wait()
                try changes.insert(Word(id: "a", count: 1))
            }
        }
        await Task.detached { begun.wait() }.value
        task.cancel()
        gate.open()
        _ = try await task.value
        #expect(try store.count(Word.all) == 1)
    }

    @Test func `errors are passed on and leave no trace`() async throws {
        let store = try Store.inMemory(Word.self)
        await #expect(throws: Stop.self) {
            try await store.performChanges { changes in
                try changes.insert(Word(id: "a", count: 1))
                throw Stop()
            }
        }
        let error = await #expect(throws: StoreError.self) {
            try await store.performChanges { try $0.update(Word(id: "a", count: 1)) }
        }
        #expect(error?.code == .noSuchObject)
        #expect(try store.count(Word.all) == 0)
    }

    @Test func `a change within a change is refused, and the outer one continues`() async throws {
        let store = try Store.inMemory(Word.self)
        let other = try Store.inMemory(Word.self)
        try await store.performChanges { changes in
            let error = storeError {
                try store.performChanges { _ in Issue.record("The closure ran.") } as Void
            }
            #expect(error?.code == .nestedChanges)
            #expect(storeError { try store.compact() }?.code == .nestedChanges)
            #expect(storeError { try store.close() }?.code == .nestedChanges)
            // Another store has a writer of its own.
            _ = try other.performChanges { try $0.insert(Word(id: "other", count: 1)) }
            try changes.insert(Word(id: "a", count: 1))
        }
        #expect(try store.count(Word.all) == 1)
        #expect(try nestedCode(store) == .nestedChanges)
        #expect(try other.count(Word.all) == 1)
    }

    /// Returns the error code of a change in a change, both on the calling thread.
    private func nestedCode(_ store: Store) throws -> StoreError.Code? {
        try store.performChanges { _ in
            storeError { try store.performChanges { _ in 0 } }?.code
        }
    }
}
