import Foundation
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Work that several threads share, with threads and without.
@Suite struct LaneThreadTests {
    private static let none = ThreadMaker { _, _ in false }

    private static func pieces(_ threads: LaneThreads, lanes count: Int = 8) -> [Int: [Int]] {
        let taken = Mutex<[Int: [Int]]>([:])
        let turns = Atomic(0)
        threads.run(count) { number in
            var pieces: [Int] = []
            while true {
                let piece = turns.add(1, ordering: .relaxed).oldValue
                guard piece < 1000 else { break }
                pieces.append(piece)
            }
            taken.withLock { $0[number] = pieces }
        }
        return taken.withLock { $0 }
    }

    @Test func `without threads the caller does all the work`() {
        let taken = Self.pieces(LaneThreads(Self.none))
        #expect(taken == [0: Array(0..<1000)])
        let lanes = Lanes(pieces: 100, threads: LaneThreads(Self.none)).collect { lane in
            var pieces: [Int] = []
            while let piece = lane.takePiece() { pieces.append(piece) }
            return pieces
        }
        #expect(lanes == [Array(0..<100)])
    }

    @Test(arguments: 0...3)
    func `with fewer threads than requested each piece is processed once`(count: Int) {
        let made = Atomic(0)
        let threads = LaneThreads(
            ThreadMaker { isBackground, body in
                guard made.load(ordering: .relaxed) < count else { return false }
                made.add(1, ordering: .relaxed)
                return ThreadMaker.system.start(inBackground: isBackground, body)
            })
        for _ in 0..<50 {
            let taken = Self.pieces(threads)
            #expect(taken.values.flatMap(\.self).sorted() == Array(0..<1000))
            #expect(taken.keys.allSatisfy { (0...count).contains($0) })
        }
        #expect(made.load(ordering: .relaxed) == count, "threads are kept")
    }

    @Test func `concurrent and nested work is complete when it returns`() {
        let threads = LaneThreads(.system)
        let sum = Atomic(0)
        let group = DispatchGroup()
        for _ in 0..<4 {
            DispatchQueue.global().async(group: group) {
                for _ in 0..<50 {
                    let own = Atomic(0)
                    threads.run(3) { _ in
                        own.add(1, ordering: .relaxed)
                        threads.run(3) { _ in own.add(1, ordering: .relaxed) }
                    }
                    sum.add(own.load(ordering: .relaxed) >= 2 ? 1 : 0, ordering: .relaxed)
                }
            }
        }
        group.wait()
        #expect(sum.load(ordering: .relaxed) == 200)
    }

    @Test func `closures of a serial thread run one after another or are refused`() {
        let thread = SerialThread(.system)
        let numbers = Mutex<[Int]>([])
        let running = Atomic(0)
        let group = DispatchGroup()
        for number in 0..<200 {
            group.enter()
            let isTaken = thread.run {
                #expect(running.add(1, ordering: .relaxed).newValue == 1)
                numbers.withLock { $0.append(number) }
                running.subtract(1, ordering: .relaxed)
                group.leave()
            }
            #expect(isTaken)
        }
        group.wait()
        #expect(numbers.withLock { $0 } == Array(0..<200))
        #expect(!SerialThread(Self.none).run {})
    }

    @Test func `a store without threads does its maintenance at the end of changes`() throws {
        var options = Database.Options(createsStore: true, segmentSizeNominal: 3000)
        options.maintenance = .background
        options.compaction.slack = 8 << 10
        options.compaction.tombstoneBytesMin = 0
        let store = try Database(
            at: TestStore.path, options: options, fileSystem: MemoryFileSystem(),
            environment: .repeatable(after: { _, _ in false }, threads: Self.none))
        try store.performChanges { try CityEntity.define(in: $0) }
        for number in 0..<200 as Range<Int64> {
            try store.performChanges { changes in
                try changes.save(
                    CityEntity.values(
                        number % 10, String(repeating: "a", count: 200), population: number),
                    in: CityEntity.name)
            }
        }
        let statistics = try store.statistics()
        #expect(statistics.compactions.compactions > 0)
        #expect(statistics.lastMaintenanceError == nil)
        #expect(try store.snapshot().count(CityEntity.name) == 10)
        try store.close()
    }

    @Test func `without a waiting thread a grouped commit is synced at once`() throws {
        let plan = FailurePlan()
        let store = try Database(
            at: TestStore.path,
            options: Database.Options(
                createsStore: true, durability: .grouped(maxDelay: .milliseconds(20))),
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable(after: { _, _ in false }, threads: Self.none))
        for id in 0..<3 as Range<Int64> { try DurabilityTests.save(store, id) }
        #expect(DurabilityTests.syncs(plan) == 3)
        try store.close()
    }
}
