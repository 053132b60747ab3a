import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The system refuses to read a sound store, for instance for lack of memory.
@Suite struct RefusedReadTests {
    @Test func `a read that the system refuses is not reported as damage`() throws {
        let store = try TestStore(segmentSizeNominal: 4096)
        for number in 0..<20 {
            try CompactionTests.save(0..<9, "city \(number)", in: store.database)
            if number == 10 { try store.database.checkpoint() }
        }
        try store.database.close()
        try refuseEach(of: store, atLeast: 21) { fileSystem in
            let checker = IntegrityChecker(
                path: TestStore.path, isDeep: true, fileSystem: fileSystem)
            let report = try checker.run()
            // The checkpoint is a cache, so an unreadable one is not a defect.
            return report.isSound ? [] : ["\(report.defects)"]
        }
    }

    @Test func `a salvage does not lose a segment that the system refuses to read`() throws {
        let store = try TestStore(segmentSizeNominal: 4096)
        for number in 0..<20 {
            try CompactionTests.save(0..<9, "city \(number)", in: store.database)
        }
        try store.database.close()
        try refuseEach(of: store, atLeast: 6) { fileSystem in
            let report = try Salvager(
                from: TestStore.path, to: "out", sourceFiles: fileSystem,
                files: MemoryFileSystem()
            ).run()
            return report.isComplete ? [] : ["\(report)"]
        }
    }

    /// Runs `read` repeatedly, each time with another call refused. It must either throw `io` or
    /// report no problem.
    /// - Parameters:
    ///   - least: The minimum number of calls that must make it throw.
    ///   - read: Returns the problems that it has found.
    private func refuseEach(
        of store: TestStore, atLeast least: Int,
        _ read: (ReadingFileSystem) throws -> [String]
    ) throws {
        var refused = 0
        for call in 0..<1000 {
            let calls = Calls(refusing: call)
            do {
                let faults = try read(calls.fileSystem(store.files))
                #expect(faults == [], "call \(call)")
            } catch let error as StoreError {
                #expect(error.code == .io, "call \(call): \(error)")
                refused += 1
            }
            if calls.isOver { break }
        }
        #expect(refused >= least)
    }

    /// Refuses one call.
    private final class Calls: Sendable {
        private let left: Mutex<Int>

        init(refusing call: Int) { left = Mutex(call) }

        /// Whether there were fewer calls.
        var isOver: Bool { left.withLock { $0 >= 0 } }

        func fileSystem(_ base: any FileSystem) -> ReadingFileSystem {
            ReadingFileSystem(base) { [self] _ throws(FileError) in
                let isRefused = left.withLock { left in
                    left -= 1
                    return left == -1
                }
                guard isRefused else { return }
                throw FileError(.noResources, "Could not read the file.", path: TestStore.path)
            }
        }
    }
}
