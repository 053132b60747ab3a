import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// "A store takes at most twice its live bytes and 8 MiB", under endless updates.
@Suite struct SpaceBoundTests {
    /// Returns the size of the files, and the allowed size: the run header of each record counts as
    /// live.
    static func sizes(_ store: Database, _ slack: Int) throws -> (size: Int, allowed: Int) {
        let statistics = try store.statistics()
        let headers = statistics.segments.reduce(0) {
            $0 + $1.usage.liveRecords * RunFields.size
        }
        return (statistics.size, 2 * (statistics.liveBytes + headers) + slack)
    }

    /// Updates the objects of a store repeatedly, in an order that spreads the dead records.
    static func run(
        objects: Int64, written: Int, _ configure: (inout Database.Options) -> Void
    ) throws {
        var options = Database.Options(createsStore: true)
        options.maintenance = .inline
        configure(&options)
        let store = try Database(
            at: TestStore.path, options: options, fileSystem: MemoryFileSystem(),
            environment: .repeatable())
        let text = String(long: "x", count: 1000)
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            for id in 0..<objects {
                try changes.save(CityEntity.values(id, text), in: CityEntity.name)
            }
        }
        var random = SplitMix64(seed: 7)
        var bytes = 0
        var largest = 0.0
        while bytes < written {
            try store.performChanges { changes in
                for _ in 0..<16 {
                    let id = Int64(random.next() % UInt64(objects))
                    // A new value each time: a change without effect is not written.
                    try changes.save(
                        CityEntity.values(id, text, population: Int64(bytes)),
                        in: CityEntity.name)
                    bytes += 1040
                }
            }
            let (size, allowed) = try sizes(store, options.compaction.slack)
            #expect(size <= allowed, "after \(bytes) bytes")
            largest = max(largest, Double(size) / Double(allowed))
            guard size <= allowed else { return }
        }
        #expect(largest > 0.4, "the bound is no bound if nothing comes near it")
        let counters = try store.statistics().compactions
        #expect(counters.compactions > 0)
        #expect(counters.bytesWritten < 2 * written, "write amplification")
        #expect(try store.snapshot().count(CityEntity.name) == Int(objects))
        try store.close()
    }

    @Test func `10 KB of live data stay below the bound`() throws {
        try Self.run(objects: 10, written: 24 << 20) { _ in }
    }

    /// All sizes are a sixteenth of the real ones.
    @Test(arguments: [64, 1250])
    func `1 MB and 20 MB of live data stay below the bound`(objects: Int64) throws {
        try Self.run(objects: objects, written: 8 << 20) { options in
            options.compaction.slack = 512 << 10
            options.segmentSizeNominal = max(64 << 10, Int(objects) * 1040 / 8)
        }
    }

    /// Each step would take hours at the pace of the background.
    @Test func `compaction hurries if the store grows faster than its pace`() throws {
        var options = Database.Options(createsStore: true, segmentSizeNominal: 64 << 10)
        options.maintenance = .background
        options.compactionBytesPerSecond = 1
        options.compaction.slack = 512 << 10
        let store = try Database(
            at: TestStore.path, options: options, fileSystem: MemoryFileSystem(),
            environment: .repeatable())
        try store.performChanges { try CityEntity.define(in: $0) }
        let text = String(long: "x", count: 1000)
        func isOver() throws -> Bool {
            let (size, allowed) = try Self.sizes(store, options.compaction.slack)
            return size > allowed
        }
        func update(_ round: Int) throws {
            try store.performChanges { changes in
                try changes.save(
                    CityEntity.values(Int64(round % 8), text, population: Int64(round)),
                    in: CityEntity.name)
            }
        }
        for round in 0..<3000 { try update(round) }
        // Slower, so that it can finish.
        let deadline = Date(timeIntervalSinceNow: 60)
        var round = 3000
        while Date() < deadline, try isOver() {
            try update(round)
            round += 1
            usleep(10_000)
        }
        let sizes = try Self.sizes(store, options.compaction.slack)
        #expect(sizes.size <= sizes.allowed)
        #expect(try store.statistics().compactions.compactions > 0)
        try store.close()
    }

    @Test func `the space that a snapshot holds is additional, reported, and then freed`() throws {
        let store = try TestStore(segmentSizeNominal: 2000)
        try CompactionTests.save(0..<20, "city", in: store.database)
        var held: DatabaseSnapshot? = try store.database.snapshot(label: "report")
        let contents = try TestStore.contents(of: try #require(held))
        for round in 0..<5 {
            try CompactionTests.save(0..<20, "round \(round)", in: store.database)
            _ = try store.database.compact()
        }
        let statistics = try store.database.statistics()
        let pin = try #require(statistics.pins.first)
        #expect(statistics.pins.count == 1)
        #expect(pin.label == "report")
        #expect(pin.commit == CommitNumber(1))
        #expect(pin.removedBytes > 0)
        #expect(statistics.pinnedBytes == pin.removedBytes)
        let unnamed = try store.database.snapshot()
        try CompactionTests.save(0..<1, "more", in: store.database)
        #expect(try store.database.statistics().pins.map(\.label) == ["report", nil])
        #expect(try TestStore.contents(of: try #require(held)) == contents)
        held = nil
        #expect(try store.database.statistics().pins.map(\.commit) == [unnamed.commit])
        #expect(try store.database.statistics().pinnedBytes == 0)
    }
}
