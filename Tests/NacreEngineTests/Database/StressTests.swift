import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Everything that may run at the same time, at the same time: writers whose commits share syncs,
/// readers, a compactor, a checkpointer. Made for `--sanitize=thread`; NACRE_TEST_SECONDS sets the
/// duration.
@Suite struct StressTests {
    static let accounts: Int64 = 40

    /// The state that the threads share.
    private final class Course: Sendable {
        let store: Database
        let isDone = Atomic(false)
        let commits = Atomic(0)
        let reads = Atomic(0)
        let checkpoints = Atomic(0)
        let errors = Mutex<[String]>([])

        init(_ store: Database) { self.store = store }

        /// Runs `step` on a thread of its own until the test is done.
        func run(in group: DispatchGroup, _ step: @escaping @Sendable (Course) throws -> Void) {
            group.enter()
            Thread { [self] in
                do {
                    while !isDone.load(ordering: .acquiring) { try step(self) }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
                group.leave()
            }.start()
        }
    }

    private static var seconds: Double {
        ProcessInfo.processInfo.environment["NACRE_TEST_SECONDS"].flatMap(Double.init) ?? 1
    }

    /// Moves one unit between two accounts: the sum of all stays constant.
    private static func transfer(_ course: Course) throws {
        let from = Int64.random(in: 0..<accounts)
        let to = (from + Int64.random(in: 1..<accounts)) % accounts
        try course.store.performChanges { changes in
            for (id, amount) in [(from, Int64(-1)), (to, 1)] {
                guard
                    case .int(let balance)? = try changes.find(.int(id), in: CityEntity.name)?[
                        "population"]
                else { throw PropertyFailure("account \(id) is missing") }
                let name = String(long: "x", count: Int(id) * 10)
                try changes.save(
                    CityEntity.values(id, name, population: balance + amount),
                    in: CityEntity.name)
            }
        }
        course.commits.add(1, ordering: .relaxed)
    }

    private static func check(_ store: Database) throws {
        var sum: Int64 = 0
        var count: Int64 = 0
        try store.snapshot().forEach(in: CityEntity.name) { object in
            if case .int(let balance) = object["population"] { sum += balance }
            count += 1
            return true
        }
        try requireEqual(count, accounts, "accounts")
        try requireEqual(sum, 0, "the sum of all accounts")
    }

    private static func check(_ course: Course) throws {
        try check(course.store)
        course.reads.add(1, ordering: .relaxed)
    }

    @Test(arguments: [Durability.durable, .grouped(maxDelay: .milliseconds(2)), .onClose])
    func `writers, readers, compaction and checkpoints do not disturb each other`(
        durability: Durability
    ) throws {
        try OpeningTests.withFolder { folder in
            let path = folder + "/a.nacre"
            var options = Database.Options(createsStore: true, segmentSizeNominal: 50_000)
            options.durability = durability
            options.maintenance = .background
            options.compaction.slack = 50_000
            options.compactionBytesPerSecond = nil
            let store = try Database(at: path, options: options)
            try store.performChanges { changes in
                try CityEntity.define(in: changes)
                for id in 0..<Self.accounts {
                    try changes.insert(
                        CityEntity.values(id, "", population: 0), into: CityEntity.name)
                }
            }
            let course = Course(store)
            let group = DispatchGroup()
            for _ in 0..<3 { course.run(in: group) { try Self.transfer($0) } }
            for _ in 0..<2 { course.run(in: group) { try Self.check($0) } }
            course.run(in: group) { course in
                _ = try course.store.compact()
                try course.store.sync()
                Thread.sleep(forTimeInterval: 0.01)
            }
            course.run(in: group) { course in
                if try course.store.checkpoint() {
                    course.checkpoints.add(1, ordering: .relaxed)
                }
                Thread.sleep(forTimeInterval: 0.005)
            }
            Thread.sleep(forTimeInterval: Self.seconds)
            course.isDone.store(true, ordering: .releasing)
            group.wait()
            #expect(course.errors.withLock { $0 } == [])
            #expect(course.reads.load(ordering: .relaxed) > 0)
            #expect(course.checkpoints.load(ordering: .relaxed) > 0)
            try store.close()
            let again = try Database(at: path)
            let commits = course.commits.load(ordering: .relaxed)
            #expect(commits > 0 && again.recovery == nil)
            #expect(try again.snapshot().commit == CommitNumber(UInt64(commits) + 1))
            try Self.check(again)
            try again.close()
            #expect(try IntegrityChecker(path: path).run().defects.isEmpty)
        }
    }
}
