import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Readers, a writer, explicit compactions and background maintenance at the same time.
@Suite struct CompactionThreadTests {
    static let objects: Int64 = 12

    static func write(_ number: Int64, _ store: Database) throws {
        try store.performChanges { changes in
            for id in 0..<objects {
                let values = CityEntity.values(id, "\(number) \(id)", population: number)
                // Alternately deleted and inserted again, so that rows and tombstones come and go.
                if (id + number) % 4 == 0 { try changes.delete(.int(id), from: CityEntity.name) }
                if (id + number) % 4 != 0 { try changes.save(values, in: CityEntity.name) }
            }
        }
    }

    /// Checks that all objects of a snapshot are of its commit.
    static func check(_ snapshot: DatabaseSnapshot) throws {
        let number = Int64(snapshot.commit.rawValue) - 2
        guard number >= 0 else { return }
        let contents = try TestStore.contents(of: snapshot)[CityEntity.name] ?? [:]
        let ids = (0..<objects).filter { ($0 + number) % 4 != 0 }
        try requireEqual(Set(contents.keys), Set(ids.map { .int($0) }), "ids at \(number)")
        for values in contents.values {
            try requireEqual(values[3], .int(number), "population")
        }
    }

    @Test(arguments: [Durability.durable, .onClose])
    func `all readers see whole commits while segments come and go`(durability: Durability) throws {
        let store = try TestStore(segmentSizeNominal: 3000) { options in
            options.maintenance = .background
            options.durability = durability
            options.compaction.slack = 8 << 10
            options.compaction.segmentsMax = 4
            options.compaction.tombstoneBytesMin = 0
        }
        try store.database.performChanges { try CityEntity.define(in: $0) }
        let database = store.database
        let isDone = Atomic(false)
        let problems = Mutex<[String]>([])
        let group = DispatchGroup()
        func run(_ body: @escaping @Sendable () throws -> Void) {
            DispatchQueue.global().async(group: group) {
                do { try body() } catch { problems.withLock { $0.append("\(error)") } }
            }
        }
        for _ in 0..<2 {
            run {
                var held: [DatabaseSnapshot] = []
                while !isDone.load(ordering: .relaxed) {
                    let snapshot = try database.snapshot()
                    try Self.check(snapshot)
                    held.append(snapshot)
                    if held.count > 5 { try Self.check(held.removeFirst()) }
                }
            }
        }
        run {
            var round = 0
            while !isDone.load(ordering: .relaxed) {
                try database.compact(segments: round % 3..<round % 3 + 2)
                if round % 5 == 0 { _ = try database.compact() }
                round += 1
            }
        }
        for number in 0..<Int64(120) { try Self.write(number, database) }
        isDone.store(true, ordering: .relaxed)
        group.wait()
        #expect(problems.withLock { $0 } == [])
        #expect(try store.database.statistics().compactions.compactions > 0)
        try Self.check(store.database.snapshot())
        try store.reopen()
        try Self.check(store.database.snapshot())
        try store.database.close()
        try store.checkIntegrity()
    }

    @Test func `closing ends a compaction soon and loses nothing`() throws {
        for round in 0..<5 {
            let store = try TestStore(segmentSizeNominal: 3000) { options in
                options.maintenance = .background
                options.compaction.slack = 0
                options.compactionBytesPerSecond = 1000
            }
            try store.database.performChanges { try CityEntity.define(in: $0) }
            for number in 0..<Int64(20) { try Self.write(number, store.database) }
            Thread.sleep(forTimeInterval: 0.005 * Double(round))
            let start = ContinuousClock().now
            try store.database.close()
            #expect(ContinuousClock().now - start < .seconds(2))
            try store.checkIntegrity()
            try Self.check(store.twinAfterKill().database.snapshot())
        }
    }
}
