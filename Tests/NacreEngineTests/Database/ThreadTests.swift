import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Readers on several threads beside a writer that commits, rolls and compacts. Run it with
/// `--sanitize=thread`.
@Suite struct ThreadTests {
    /// The findings that the threads report to the test.
    private final class Findings: Sendable {
        let isDone = Atomic(false)
        let reads = Atomic(0)
        let errors = Mutex<[String]>([])

        func add(_ error: String) { errors.withLock { $0.append(error) } }
    }

    static let objects: Int64 = 200

    /// Commits a change that gives all objects the commit's number, which reveals a snapshot that
    /// mixes two commits.
    private static func commit(_ number: Int64, to store: Database) throws {
        let long = String(long: "\(number % 10)", count: 70_000)
        try store.performChanges { changes in
            if number == 1 { try CityEntity.define(in: changes) }
            for id in 0..<objects {
                if number % 3 == 0 { try changes.delete(.int(id), from: CityEntity.name) }
                try changes.save(
                    CityEntity.values(id, id == 0 ? long : "city", population: number),
                    in: CityEntity.name)
            }
        }
    }

    private static func check(_ snapshot: DatabaseSnapshot, _ findings: Findings) throws {
        let expected = Value.int(Int64(snapshot.commit.rawValue))
        var count: Int64 = 0
        try snapshot.forEach(in: CityEntity.name) { object in
            if object["population"] != expected {
                findings.add("commit \(snapshot.commit) has \(object["population"])")
            }
            count += 1
            return true
        }
        if count != objects { findings.add("commit \(snapshot.commit) has \(count) objects") }
        let found = try snapshot.find(.int(count / 2), in: CityEntity.name)
        if found?["population"] != expected { findings.add("find at \(snapshot.commit)") }
        findings.reads.add(1, ordering: .relaxed)
    }

    private static func read(_ store: Database, keeping limit: Int, _ findings: Findings) {
        var kept: [DatabaseSnapshot] = []
        do {
            repeat {
                kept.append(try store.snapshot())
                if kept.count > limit { kept.removeFirst(kept.count / 2 + 1) }
                for snapshot in kept { try check(snapshot, findings) }
            } while !findings.isDone.load(ordering: .acquiring)
            for snapshot in kept { try check(snapshot, findings) }
        } catch {
            findings.add("\(error)")
        }
    }

    /// - Returns: The number of commits.
    private static func write(_ store: Database, beside findings: Findings) throws -> Int64 {
        let clock = ContinuousClock()
        let start = clock.now
        var number: Int64 = 1
        // One second, and longer only if the writer or the readers have not run yet.
        while number < 3 || clock.now < start + .seconds(1)
            || findings.reads.load(ordering: .relaxed) < 3 && clock.now < start + .seconds(20)
        {
            number += 1
            try commit(number, to: store)
            if number % 7 == 0 { _ = try store.compact() }
        }
        return number
    }

    @Test(arguments: [false, true])
    func `snapshots stay complete while another thread commits and compacts`(onDisk: Bool) throws {
        try OpeningTests.withFolder { folder in
            let fileSystem: any FileSystem = onDisk ? POSIXFileSystem() : MemoryFileSystem()
            let store = try Database(
                at: folder + "/a.nacre",
                options: Database.Options(createsStore: true, segmentSizeNominal: 200_000),
                fileSystem: fileSystem)
            try Self.commit(1, to: store)
            let findings = Findings()
            let group = DispatchGroup()
            for reader in 0..<3 {
                // Dedicated threads: Dispatch has few, and the other tests use them.
                group.enter()
                Thread {
                    Self.read(store, keeping: reader * 2, findings)
                    group.leave()
                }.start()
            }
            defer {
                findings.isDone.store(true, ordering: .releasing)
                group.wait()
            }
            let commits = try Self.write(store, beside: findings)
            try store.close()
            findings.isDone.store(true, ordering: .releasing)
            group.wait()
            // The only allowed error is that of taking a snapshot of the closed store.
            let errors = findings.errors.withLock { $0 }.filter { !$0.contains("was closed") }
            #expect(errors.isEmpty, "\(errors.prefix(3))")
            #expect(commits > 2 && findings.reads.load(ordering: .relaxed) > 2)
        }
    }
}
