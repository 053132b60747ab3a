import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Readers beside a writer that replaces the files that they are about to read, and beside files
/// that are longer than their content.
@Suite struct BesideWriterTests {
    enum Reading: CaseIterable {
        case open, openUntrusted, verify, backup, salvage

        func run(_ fileSystem: any FileSystem) throws {
            let path = TestStore.path
            switch self {
            case .open, .openUntrusted:
                let options: Database.Options = self == .open ? .readOnly : .untrusted
                let store = try Database(at: path, options: options, fileSystem: fileSystem)
                #expect(try store.snapshot().count(CityEntity.name) == 40)
            case .verify:
                let report = try IntegrityChecker(
                    path: path, isDeep: true, fileSystem: fileSystem
                ).run()
                #expect(report.defects == [])
            case .backup:
                let store = try Database(at: path, options: .readOnly, fileSystem: fileSystem)
                let target = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
                defer { try? FileManager.default.removeItem(atPath: target) }
                _ = try store.backup(to: target)
                let copy = try Database(at: target, options: .readOnly)
                #expect(try copy.snapshot().count(CityEntity.name) == 40)
            case .salvage:
                let report = try Salvager(
                    from: path, to: "out", sourceFiles: fileSystem, files: MemoryFileSystem()
                ).run()
                #expect(report.isComplete, "\(report.problems)")
            }
        }
    }

    @Test(arguments: Reading.allCases)
    func `a reader finds a sound store sound, however often a writer compacts it`(
        reading: Reading
    ) throws {
        let store = try TestStore(segmentSizeNominal: 4000)
        let database = store.database
        for round in 0..<4 { try CompactionTests.save(0..<40, "round \(round)", in: database) }
        _ = try database.compact()
        let left = Mutex(24)
        let fileSystem = ReadingFileSystem(store.files) { call in
            guard case .open(let name) = call, FileName.segmentNumber(name) != nil else { return }
            let round = left.withLock { left in
                left -= 1
                return left
            }
            guard round >= 0 else { return }
            // Now the file that is about to be opened is gone.
            do {
                try CompactionTests.save(0..<40, "again \(round)", in: database)
                _ = try database.compact()
            } catch {
                Issue.record(error)
            }
        }
        try reading.run(fileSystem)
        #expect(left.withLock { $0 } <= 0)
    }

    @Test(arguments: Reading.allCases)
    func `zeros after the log take no memory`(reading: Reading) throws {
        let store = try TestStore()
        try CompactionTests.save(0..<40, "city", in: store.database)
        try store.database.close()
        let name = TornTailTests.Unclean.segment
        let directory = try store.files.openDirectory(TestStore.path, creating: false)
        try directory.open(name, .writing).setSize(40 << 20)
        let largest = Mutex(0)
        let fileSystem = ReadingFileSystem(store.files) { call in
            if case .copy(let count) = call { largest.withLock { $0 = max($0, count) } }
        }
        try reading.run(fileSystem)
        // The limits bound the bytes that are read of an untrusted store.
        guard reading != .openUntrusted else { return }
        #expect(largest.withLock { $0 } <= 2 << 20)
    }

    /// Reading the hole would take 16 GiB of address space and of reads.
    @Test func `a hole after the log is no data, and a writer cuts it off`() throws {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let options = Database.Options(createsStore: true)
        let store = try Database(at: path, options: options)
        try CompactionTests.save(0..<40, "city", in: store)
        try store.close()
        let name = TornTailTests.Unclean.segment
        let before = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.size]
        let handle = try FileHandle(
            forUpdating: URL(filePath: path).appending(path: name))
        try handle.truncate(atOffset: 15 << 30)
        try handle.close()
        let file = try POSIXFileSystem().openDirectory(path, creating: false).open(name, .reading)
        #expect(try file.endOfData() <= 1 << 20)
        #expect(try file.countToRead() <= 64 + (before as? Int ?? 0))
        #expect(try IntegrityChecker(path: path).run().defects == [])
        let writer = try Database(at: path, options: options)
        #expect(writer.recovery == nil)
        for round in 0..<3 {
            try CompactionTests.save(0..<4000, "round \(round)", in: writer)
        }
        try writer.close()
        #expect(try file.size() < 8 << 20)
        #expect(try IntegrityChecker(path: path).run().defects == [])
    }
}
