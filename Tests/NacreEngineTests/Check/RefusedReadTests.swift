import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The system refuses to read a store that is sound: for want of memory, say.
@Suite struct RefusedReadTests {
    @Test func `a read that the system refuses is never taken for damage`() throws {
        let store = try TestStore(segmentSizeNominal: 4096)
        for number in 0..<20 {
            try CompactionTests.save(0..<9, "city \(number)", in: store.database)
            if number == 10 { try store.database.checkpoint() }
        }
        try store.database.close()
        var refused = 0
        for call in 0..<1000 {
            let left = Mutex(call)
            let fileSystem = ReadingFileSystem(store.files) { _ throws(FileError) in
                let isRefused = left.withLock { left in
                    left -= 1
                    return left == -1
                }
                guard isRefused else { return }
                throw FileError(.other, "Could not read the file.", path: TestStore.path)
            }
            let checker = IntegrityChecker(
                path: TestStore.path, isDeep: true, fileSystem: fileSystem)
            do {
                let report = try checker.run()
                // Of the checkpoint, which is a cache.
                #expect(report.isSound, "call \(call): \(report.defects)")
            } catch let error as StoreError {
                #expect(error.code == .io, "call \(call): \(error)")
                refused += 1
            }
            // There are no more calls.
            if left.withLock({ $0 }) >= 0 { break }
        }
        #expect(refused > 20)
    }
}
