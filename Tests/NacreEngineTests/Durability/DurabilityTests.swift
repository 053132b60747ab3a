import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// The moments at which commits are synced and visible, at each level of durability.
@Suite struct DurabilityTests {
    static func open(
        _ durability: Durability, _ plan: FailurePlan = FailurePlan(),
        _ files: MemoryFileSystem = MemoryFileSystem()
    ) throws -> Database {
        try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, durability: durability),
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
    }

    static func save(_ store: Database, _ id: Int64, _ name: String = "a") throws {
        try store.performChanges { changes in
            if changes.catalog[CityEntity.name] == nil { try CityEntity.define(in: changes) }
            try changes.save(CityEntity.values(id, name), in: CityEntity.name)
        }
    }

    static func syncs(_ plan: FailurePlan) -> Int { plan.calls.count { $0 == "sync commit" } }

    @Test func `commits of several threads share one sync`() throws {
        let plan = FailurePlan()
        let store = try Self.open(.durable, plan)
        try Self.save(store, 0)
        let before = Self.syncs(plan)
        let gate = DispatchSemaphore(value: 0)
        let isFirst = Atomic(true)
        plan.beforeCalls { call in
            guard call == "sync commit",
                isFirst.exchange(false, ordering: .relaxed)
            else { return }
            gate.wait()
        }
        let group = DispatchGroup()
        let failures = Atomic(0)
        for id in 1...8 {
            DispatchQueue.global().async(group: group) {
                do { try Self.save(store, Int64(id)) } catch {
                    failures.add(1, ordering: .relaxed)
                }
            }
        }
        // Written and unsynced commits are invisible.
        while plan.calls.count(where: { $0 == "write" }) < 9 + 2 { usleep(1000) }
        #expect(try store.snapshot().count(CityEntity.name) == 1)
        // The last of them holds the writer until its bytes are counted: only then may the sync
        // end.
        var end: Position?
        try store.writeChanges(awaited: &end) { _ in }
        gate.signal()
        group.wait()
        #expect(failures.load(ordering: .relaxed) == 0)
        #expect(try store.snapshot().count(CityEntity.name) == 9)
        #expect(Self.syncs(plan) - before == 2)
        try store.close()
    }

    @Test func `a caller that does not wait is notified when its commit is durable`() throws {
        let store = try Self.open(.durable)
        try Self.save(store, 0)
        let done = DispatchSemaphore(value: 0)
        let durable = Atomic(0)
        for id in 1...3 {
            var end: Position?
            try store.writeChanges(awaited: &end) { changes in
                try changes.save(CityEntity.values(Int64(id), "a"), in: CityEntity.name)
            }
            store.whenDurable(try #require(end)) { outcome in
                if case .success = outcome { durable.add(1, ordering: .relaxed) }
                done.signal()
            }
        }
        for _ in 1...3 { done.wait() }
        #expect(durable.load(ordering: .relaxed) == 3)
        #expect(try store.snapshot().count(CityEntity.name) == 4)
        try store.close()
    }

    @Test func `a grouped commit is visible at once and synced soon after`() throws {
        let plan = FailurePlan()
        let delay = Duration.milliseconds(20)
        let store = try Self.open(.grouped(maxDelay: delay), plan)
        let start = ContinuousClock().now
        for id in 0..<10 { try Self.save(store, Int64(id)) }
        #expect(try store.snapshot().count(CityEntity.name) == 10)
        let deadline = Date(timeIntervalSinceNow: 20)
        while Self.syncs(plan) == 0, Date() < deadline { usleep(1000) }
        // On a busy machine the commits may take longer than the delay.
        let delays = Int((ContinuousClock().now - start) / delay)
        #expect((1...delays + 2).contains(Self.syncs(plan)))
        try store.close()
    }

    @Test func `with durability on close, commits are synced on closing or on request`() throws {
        let plan = FailurePlan()
        let store = try Self.open(.onClose, plan)
        for id in 0..<10 { try Self.save(store, Int64(id)) }
        #expect(Self.syncs(plan) == 0)
        try store.sync()
        #expect(Self.syncs(plan) == 1)
        try store.sync()
        #expect(Self.syncs(plan) == 1, "there was nothing to sync")
        try Self.save(store, 11)
        try store.close()
        #expect(Self.syncs(plan) == 2)
    }

    @Test func `a session of one commit syncs once`() throws {
        let files = MemoryFileSystem()
        let first = try Self.open(.durable, FailurePlan(), files)
        try Self.save(first, 1)
        try first.close()
        let plan = FailurePlan()
        let store = try Self.open(.durable, plan, files)
        try Self.save(store, 2)
        try store.close()
        #expect(plan.calls.filter { $0.hasPrefix("sync ") } == ["sync commit"])
    }

    @Test func `a large commit never has more than 32 MiB unsynced`() throws {
        let plan = FailurePlan()
        let store = try Self.open(.onClose, plan)
        try Self.save(store, 0)
        let text = String(long: "x", count: 60_000)
        try store.performChanges { changes in
            for id in 0..<1200 {
                try changes.save(CityEntity.values(Int64(id), text), in: CityEntity.name)
            }
        }
        #expect(Self.syncs(plan) == 2)
        try store.close()
    }

    @Test func `a commit that was synced while it was written is noticed as durable`() throws {
        let plan = FailurePlan()
        let store = try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, segmentSizeNominal: 1 << 30),
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable())
        try Self.save(store, 0)
        let before = Self.syncs(plan)
        let text = String(long: "x", count: 60_000)
        var id: Int64 = 0
        // No commit waits, until so much is unsynced that a commit is synced with those before it.
        while Self.syncs(plan) == before {
            id += 1
            var end: Position?
            try store.writeChanges(awaited: &end) {
                try $0.save(CityEntity.values(id, text), in: CityEntity.name)
            }
        }
        #expect(try store.snapshot().count(CityEntity.name) == Int(id) + 1)
        try store.sync()
        #expect(Self.syncs(plan) == before + 1)
        try store.close()
    }

    // MARK: Outcomes

    static func outcome(_ body: () throws -> Void) -> (StoreError.Code?, CommitOutcome?) {
        do {
            try body()
            return (nil, nil)
        } catch {
            let error = error as? StoreError
            return (error?.code, error?.outcome)
        }
    }

    @Test func `after a failed sync the outcome is unknown, and no more is written`() throws {
        let plan = FailurePlan()
        let files = MemoryFileSystem()
        let store = try Self.open(.durable, plan, files)
        try Self.save(store, 0, "before")
        plan.beforeCalls { if $0 == "sync commit" { plan.failNext() } }
        #expect(Self.outcome { try Self.save(store, 1) } == (.io, .unknown))
        #expect(try store.snapshot().count(CityEntity.name) == 1, "nobody sees it")
        #expect(Self.outcome { try Self.save(store, 2) } == (.poisoned, .notCommitted))
        let calls = plan.callCount
        try store.close()
        #expect(plan.callCount == calls, "not even a close frame")
        let again = try Self.open(.durable, FailurePlan(), files)
        #expect((1...2).contains(try again.snapshot().count(CityEntity.name)))
        #expect(try again.snapshot().commit >= CommitNumber(1))
    }

    @Test func `all commits that waited for a failed sync are unknown`() throws {
        let plan = FailurePlan()
        let store = try Self.open(.durable, plan)
        try Self.save(store, 0)
        let gate = DispatchSemaphore(value: 0)
        let isFirst = Atomic(true)
        plan.beforeCalls { call in
            guard call == "sync commit", isFirst.exchange(false, ordering: .relaxed) else {
                return
            }
            gate.wait()
            plan.failNext()
        }
        let group = DispatchGroup()
        let unknown = Atomic(0)
        for id in 1...5 {
            DispatchQueue.global().async(group: group) {
                let outcome = Self.outcome { try Self.save(store, Int64(id)) }
                if outcome == (.io, .unknown) { unknown.add(1, ordering: .relaxed) }
            }
        }
        while plan.calls.count(where: { $0 == "write" }) < 6 + 2 { usleep(1000) }
        gate.signal()
        group.wait()
        #expect(unknown.load(ordering: .relaxed) == 5)
        #expect(try store.snapshot().count(CityEntity.name) == 1)
    }

    @Test func `a failed write leaves the outcome unknown, but a full disk does not`() throws {
        let plan = FailurePlan()
        let store = try Self.open(.durable, plan)
        try Self.save(store, 0)
        plan.fillDisk(after: 0)
        let long = String(long: "x", count: 60_000)
        #expect(
            Self.outcome { for id in 1...9 { try Self.save(store, Int64(id), long) } }
                == (.diskFull, .notCommitted))
        plan.disarm()
        try Self.save(store, 0, "again")
        plan.failNext()
        #expect(Self.outcome { try Self.save(store, 1) } == (.io, .unknown))
    }

    @Test func `a change whose closure throws is not committed`() throws {
        let store = try Self.open(.durable)
        try Self.save(store, 0)
        let outcome = Self.outcome {
            _ = try store.performChanges {
                try $0.insert(CityEntity.values(0, "b"), into: CityEntity.name)
            }
        }
        #expect(outcome == (.duplicateID, .notCommitted))
    }

    @Test func `a sync that fails in the background poisons the store`() throws {
        let plan = FailurePlan()
        let store = try Self.open(.grouped(maxDelay: .milliseconds(1)), plan)
        plan.beforeCalls { if $0 == "sync commit" { plan.failNext() } }
        try Self.save(store, 0)
        #expect(Self.outcome { try store.sync() }.1 == .unknown)
        #expect(Self.outcome { try Self.save(store, 1) } == (.poisoned, .notCommitted))
    }

    @Test(arguments: [Durability.grouped(maxDelay: .seconds(60)), .onClose])
    func `a commit that is written while another sync fails is not reported as done`(
        _ durability: Durability
    ) throws {
        let plan = FailurePlan()
        let store = try Self.open(durability, plan)
        try Self.save(store, 1)
        plan.beforeCalls { call in
            guard call == "write" else { return }
            plan.beforeCalls { _ in }
            plan.failAll("sync commit")
            #expect(Self.outcome { try store.sync() }.1 == .unknown)
        }
        #expect(Self.outcome { try Self.save(store, 2) }.1 == .unknown)
        #expect(try store.snapshot().count(CityEntity.name) == 1)
    }

    /// Makes a commit on a store that rolls after it.
    static func saveAndRoll(
        _ plan: FailurePlan, _ durability: Durability = .onClose
    ) throws -> Database {
        let store = try Database(
            at: TestStore.path,
            options: Database.Options(
                createsStore: true, segmentSizeNominal: 200, durability: durability),
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable())
        try save(store, 1)
        return store
    }

    /// The roll poisons the store after the commit, and no caller gets that error.
    @Test func `closing syncs visible commits even if something after them has failed`() throws {
        let dry = FailurePlan()
        _ = try Self.saveAndRoll(dry)
        let next = try #require(
            dry.calls.lastIndex { $0.hasPrefix("create") && $0.contains(".seg") })
        let plan = FailurePlan(failing: next)
        let store = try Self.saveAndRoll(plan)
        plan.disarm()
        #expect(Self.syncs(plan) == 0)
        try store.close()
        #expect(Self.syncs(plan) == 1)
    }

    /// The error may be that of the commit's own write, and the system reports it once.
    @Test(arguments: [Durability.durable, .onClose])
    func `after a failed write to the log, no sync reports a commit as durable`(
        durability: Durability
    ) throws {
        let dry = FailurePlan()
        _ = try Self.saveAndRoll(dry)
        let seal = try #require(dry.calls.firstIndex(of: "sync seal"))
        #expect(dry.calls[seal - 1].hasPrefix("write"))
        let plan = FailurePlan(failing: seal - 1)
        let outcome = Self.outcome {
            let store = try Self.saveAndRoll(plan, durability)
            plan.disarm()
            try store.close()
        }
        #expect(outcome == (.io, .unknown))
    }
}
