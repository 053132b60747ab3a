import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Opening for reading while a compaction repeatedly replaces the files that the reader is about to
/// read: apparent damage is real only if the manifest stays the same.
@Suite struct BusyStoreTests {
    /// The reader's actions that take more than one call to the file system.
    private enum Look { case manifest, names }

    /// Runs a closure after each read of the manifest, and of the names of the files.
    private final class Watched: FileSystem {
        let base: any FileSystem
        let behind: @Sendable (Look) -> Void

        init(_ base: any FileSystem, behind: @escaping @Sendable (Look) -> Void) {
            self.base = base
            self.behind = behind
        }

        func openDirectory(
            _ path: String, creating: Bool
        ) throws(FileError) -> any StoreDirectory {
            WatchedDirectory(try base.openDirectory(path, creating: creating), behind)
        }
    }

    private final class WatchedDirectory: ForwardingDirectory {
        let base: any StoreDirectory
        private let behind: @Sendable (Look) -> Void

        init(_ base: any StoreDirectory, _ behind: @escaping @Sendable (Look) -> Void) {
            self.base = base
            self.behind = behind
        }

        func list() throws(FileError) -> [String] {
            let names = try base.list()
            behind(.names)
            return names
        }
        func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
            let file = try base.open(name, access)
            // An open file stays unchanged.
            if name == FileName.manifest { behind(.manifest) }
            return file
        }
    }

    static func store() throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 900)
        for round in 0..<4 {
            try CompactionTests.save(0..<10, "round \(round)", in: store.database)
        }
        return store
    }

    @Test(arguments: [3, 40])
    func `a reader starts again while the manifest changes`(changes: Int) throws {
        let store = try Self.store()
        let writer = store.database
        let left = Mutex(changes)
        let files = Watched(store.files) { look in
            guard look == .manifest else { return }
            let isBusy = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if isBusy { try? writer.compact(segments: 0..<100) }
        }
        let before = try writer.statistics().generation
        let reader = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
        #expect(try TestStore.contents(of: reader.snapshot()) == store.contents())
        #expect(try writer.statistics().generation == before + UInt64(changes))
    }

    @Test func `damage that remains under one manifest is reported after a few attempts`() throws {
        let store = try Self.store()
        try store.database.close()
        var contents = store.files.contents(of: TestStore.path)
        contents[FileName.segment(SegmentNumber(1))] = nil
        let looks = Mutex(0)
        let files = Watched(MemoryFileSystem(TestStore.path, files: contents)) { look in
            if look == .manifest { looks.withLock { $0 += 1 } }
        }
        #expect(
            DatabaseTests.code {
                _ = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
            } == .corrupt)
        // Each attempt reads the manifest, and reads it again if it has failed.
        #expect(looks.withLock { $0 } <= 10)
    }

    @Test func `a file that disappears meanwhile does not stop an opening`() throws {
        let store = try Self.store()
        let expected = try store.contents()
        try store.database.close()
        var contents = store.files.contents(of: TestStore.path)
        // As between the two renames of a new manifest, beside a segment that is not needed.
        contents[FileName.formerManifest] = contents.removeValue(forKey: FileName.manifest)
        let orphan = FileName.segment(SegmentNumber(99))
        contents[orphan] = contents[FileName.segment(SegmentNumber(1))]
        let base = MemoryFileSystem(TestStore.path, files: contents)
        let directory = try base.openDirectory(TestStore.path, creating: false)
        let files = Watched(base) { look in
            if look == .names { try? directory.remove(orphan) }
        }
        let reader = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
        #expect(try TestStore.contents(of: reader.snapshot()) == expected)
        #expect(try !directory.list().contains(orphan))
    }

    @Test func `the error of a missing store names only the directory`() throws {
        let error = #expect(throws: StoreError.self) {
            try Database(
                at: TestStore.path, options: .readOnly,
                fileSystem: MemoryFileSystem("/elsewhere", files: [:]))
        }
        #expect(error?.code == .storeNotFound)
        #expect(error?.file == TestStore.path)
    }
}
