import Foundation
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The threads of reads.
@Suite struct ReadThreadsTests {
    fileprivate static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    /// A record of the jobs that ran.
    private final class Tally: Sendable {
        private let state = Mutex<(threads: Set<ObjectIdentifier>, running: Int, most: Int)>(
            ([], 0, 0))
        private let added = Atomic(0)

        var threads: Int { state.withLock { $0.threads.count } }
        var most: Int { state.withLock { $0.most } }
        var sum: Int { added.load(ordering: .relaxed) }

        func add(_ number: Int) { added.add(number, ordering: .relaxed) }

        func run() {
            state.withLock { state in
                state.threads.insert(ReadThreadsTests.thread)
                state.running += 1
                state.most = max(state.most, state.running)
            }
            state.withLock { $0.running -= 1 }
        }
    }

    @Test func `many jobs run on as many threads as are allowed`() async {
        for count in 1...3 {
            let threads = ReadThreads(.system, count: count)
            let tally = Tally()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask(executorPreference: threads) { tally.run() }
                }
            }
            #expect((1...count).contains(tally.threads))
            #expect(tally.most <= count)
        }
    }

    @Test func `idle threads take the next jobs`() async {
        let threads = ReadThreads(.system, count: 1)
        var found: Set<ObjectIdentifier> = []
        for _ in 0..<100 {
            found.insert(await withTaskExecutorPreference(threads) { await Self.here() })
        }
        #expect(found.count == 1)
    }

    @concurrent private static func here() async -> ObjectIdentifier { thread }

    @Test func `no job is left when several threads cannot be started at once`() async throws {
        let none = ReadThreads(ThreadMaker { _, _ in false }, count: 4)
        let tally = Tally()
        await Task.detached {
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<500 {
                    Task.detached(executorPreference: none) { tally.add(1) }
                }
            }
        }.value
        for _ in 0..<5000 where tally.sum < 2000 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(tally.sum == 2000)
    }

    @Test func `without threads, jobs run where they are enqueued`() async {
        let none = ReadThreads(ThreadMaker { _, _ in false }, count: 2)
        let tally = Tally()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask(executorPreference: none) { tally.add(number) }
            }
        }
        #expect(tally.sum == 5050)
        // One thread, and then none.
        let started = Tally()
        let one = ReadThreads(
            ThreadMaker { isBackground, body in
                started.add(1)
                return started.sum == 1
                    && ThreadMaker.system.start(inBackground: isBackground, body)
            }, count: 4)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask(executorPreference: one) { tally.add(number) }
            }
        }
        #expect(tally.sum == 10100)
    }
}
