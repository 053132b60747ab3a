import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Synchronization
import Testing

/// Reads in the background, which can be cancelled and have a deadline.
@Suite struct ReadTests {
    private static func store() throws -> Store {
        let store = try Store.inMemory(Word.self)
        try store.performChanges { changes in
            for count in 0..<1000 { try changes.insert(Word(id: "w\(count)", count: count)) }
        }
        return store
    }

    @Test func `a read returns its closure's result from one state`() async throws {
        let store = try Self.store()
        let counts = try await store.read(deadline: .now + .seconds(600)) { snapshot in
            try store.performChanges { try $0.delete(Word.all) }
            return (try snapshot.count(Word.all), try store.count(Word.all))
        }
        #expect(counts == (1000, 0))
    }

    @Test func `a read ends when its task is cancelled`() async throws {
        let store = try Self.store()
        let begun = Mutex(false)
        let task = Task {
            try await store.read { snapshot in
                // Ends only by being cancelled.
                while true {
                    _ = try snapshot.fetch(Word.where { $0.id.hasSuffix("9") })
                    begun.withLock { $0 = true }
                }
            }
        }
        while !begun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        let result: Result<Void, any Error> = await task.result
        #expect(throws: StoreError.self) { try result.get() }
        #expect(storeError { try result.get() }?.code == .cancelled)
    }

    @Test func `a task that was cancelled before does not read`() async throws {
        let store = try Self.store()
        let runs = Mutex(false)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await store.read { _ in runs.withLock { $0 = true } }
        }
        task.cancel()
        let result = await task.result
        #expect(storeError { try result.get() }?.code == .cancelled)
        #expect(!runs.withLock { $0 })
    }

    @Test func `a read ends at its deadline`() async throws {
        let store = try Self.store()
        await #expect {
            try await store.read(deadline: .now + .milliseconds(20)) { snapshot in
                while true { _ = try snapshot.fetch(Word.where { $0.id.hasSuffix("9") }) }
            }
        } throws: { error in
            (error as? StoreError)?.code == .deadlineExceeded
        }
    }

    @Test func `reads that wait for a processor end at their deadline and when cancelled`()
        async throws
    {
        let store = try Self.store()
        // Reads that hold all processors until they are cancelled.
        let holders = (0..<64).map { _ in
            Task {
                try await store.read { snapshot in
                    while true { _ = try snapshot.count(Word.where { $0.id.hasSuffix("9") }) }
                }
            }
        }
        while ProcessorTurns.shared.waiters == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await #expect {
            try await store.read(deadline: .now + .milliseconds(20)) { _ in }
        } throws: { error in
            (error as? StoreError)?.code == .deadlineExceeded
        }
        let waiting = Task { try await store.read { _ in } }
        waiting.cancel()
        let result = await waiting.result
        #expect(storeError { try result.get() }?.code == .cancelled)
        for holder in holders { holder.cancel() }
        for holder in holders { _ = await holder.result }
        let count = try await store.read { try $0.count(Word.all) }
        #expect(count == 1000)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
    func `a read that begins beside another one uses one processor`() async throws {
        let store = try Self.store()
        let hasBegun = Mutex(false)
        let holder = Task {
            try await store.read { snapshot in
                hasBegun.withLock { $0 = true }
                while true { _ = try snapshot.count(Word.where { $0.id.hasSuffix("9") }) }
            }
        }
        while !hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        let used = try await store.read { $0.processors }
        #expect(used == 1)
        let wanted = try await store.read(processors: 2) { $0.processors }
        #expect(wanted == 2)
        holder.cancel()
        _ = await holder.result
    }

    @Test func `a closed store is not read, and the closure's own error is thrown`() async throws {
        struct Stop: Error {}
        let store = try Self.store()
        await #expect(throws: Stop.self) { try await store.read { _ in throw Stop() } }
        try store.close()
        await #expect {
            try await store.read { _ in }
        } throws: { error in
            (error as? StoreError)?.code == .closed
        }
    }
}
