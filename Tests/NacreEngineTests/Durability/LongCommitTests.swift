import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The disk work of a commit of many objects, and the work that it leaves to other threads.
@Suite struct LongCommitTests {
    /// The calls on the files of segments.
    private final class Calls: Sendable {
        typealias Call = WatchedFileSystem.Call

        private let made = Mutex<[(segment: SegmentNumber, call: Call, thread: UInt64)]>([])

        func files(_ base: any FileSystem = MemoryFileSystem()) -> WatchedFileSystem {
            WatchedFileSystem(base) { [self] segment, call in
                made.withLock { $0.append((segment, call, currentThread())) }
            }
        }

        /// Returns all calls since the last time.
        func take() -> [Call] {
            made.withLock { made in
                defer { made = [] }
                return made.map(\.call)
            }
        }

        /// Returns the thread that has made the file of a segment.
        func maker(of number: SegmentNumber) -> UInt64? {
            made.withLock { made in
                made.first { $0.segment == number && $0.call == .create }?.thread
            }
        }
    }

    private static func open(
        _ files: any FileSystem, at path: String = TestStore.path,
        configure: (inout Database.Options) -> Void = { _ in }
    ) throws -> Database {
        var options = Database.Options.creating
        configure(&options)
        return try Database(
            at: path, options: options, fileSystem: files, environment: .repeatable())
    }

    /// Commits a little more than `size` bytes. All objects are new.
    private static func write(_ size: Int, to store: Database) throws {
        let text = String(long: "x", count: 1000)
        let number = Int64(try store.snapshot().commit.rawValue)
        try store.performChanges { changes in
            if changes.catalog[CityEntity.name] == nil { try CityEntity.define(in: changes) }
            for id in 0..<Int64(size / 1000 + 1) {
                try changes.save(
                    CityEntity.values(id, text, population: number), in: CityEntity.name)
            }
        }
    }

    @Test func `write-back of a large commit starts while its next parts are made`() throws {
        let calls = Calls()
        let store = try Self.open(calls.files()) { $0.segmentSizeNominal = 64 << 20 }
        try Self.write(100, to: store)
        _ = calls.take()
        try Self.write(3 << 20, to: store)
        let made = calls.take()
        let ranges = made.compactMap { if case .write(let range) = $0 { range } else { nil } }
        #expect(ranges.count > 5)
        // The write-back of the last range starts as well, while the trees are updated.
        #expect(made == ranges.flatMap { [.write($0), .startWriteBack($0)] } + [.sync])
        try store.close()
    }

    @Test func `the end of a commit that no caller awaits is not written back`() throws {
        let calls = Calls()
        let store = try Self.open(calls.files()) { options in
            options.segmentSizeNominal = 64 << 20
            options.durability = .onClose
        }
        try Self.write(100, to: store)
        _ = calls.take()
        try Self.write(200_000, to: store)
        #expect(calls.take().count == 1)
        try Self.write(800_000, to: store)
        let made = calls.take()
        #expect(made.count == 3)
        if case .startWriteBack = made[1] {} else { Issue.record("\(made)") }
        try store.close()
    }

    @Test(arguments: [5000, 200_000])
    func `a commit of one part is written and synced, and nothing else`(size: Int) throws {
        let calls = Calls()
        let store = try Self.open(calls.files())
        try Self.write(100, to: store)
        _ = calls.take()
        try Self.write(size, to: store)
        let made = calls.take()
        #expect(made.count == 2)
        #expect(made.last == .sync)
        try store.close()
    }

    @Test func `write-back of any range leaves the file unchanged`() throws {
        let path = "\(FileManager.default.temporaryDirectory.path)/nacre-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let name = FileName.segment(SegmentNumber(1))
        let directory = try POSIXFileSystem().openDirectory(path, creating: true)
        let file = try directory.create(name)
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0) }
        try bytes.withView { try file.write($0, at: 0) }
        for range in [0..<0, 0..<1, 1..<4096, 0..<20_000, 4095..<12_289, 20_000..<900_000] {
            file.startWriteBack(range)
        }
        // Not open for writing.
        try directory.open(name, .reading).startWriteBack(0..<8192)
        try file.sync(.commit)
        #expect(try file.copy(30_000).read { $0.bytes } == bytes)
    }

    // MARK: Ends of segments

    @Test func `maintenance ends a segment that a commit has filled`() throws {
        let calls = Calls()
        let store = try Self.open(calls.files()) { options in
            options.maintenance = .background
            options.segmentSizeNominal = 3000
        }
        for round in 1...4 {
            try Self.write(5000, to: store)
            let next = SegmentNumber(UInt32(round + 1))
            let deadline = Date(timeIntervalSinceNow: 60)
            while calls.maker(of: next) == nil, Date() < deadline { usleep(1000) }
            let maker = try #require(calls.maker(of: next))
            #expect(maker != currentThread())
        }
        try store.close()
    }

    @Test func `a commit without maintenance ends its segment itself`() throws {
        let calls = Calls()
        let store = try Self.open(calls.files()) { $0.segmentSizeNominal = 3000 }
        try Self.write(5000, to: store)
        #expect(calls.maker(of: SegmentNumber(2)) == currentThread())
        try store.close()
    }

    @Test func `a commit ends a segment if maintenance is too slow`() throws {
        let calls = Calls()
        let store = try Self.open(calls.files()) { options in
            options.maintenance = .background
            options.segmentSizeNominal = 3000
        }
        store.maintenance.stop()
        for _ in 0..<3 {
            try Self.write(4 << 20, to: store)
            #expect(calls.maker(of: SegmentNumber(2)) == nil)
        }
        try Self.write(5 << 20, to: store)
        #expect(calls.maker(of: SegmentNumber(2)) == currentThread())
        try store.close()
    }
}
