import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// A recovery copies the unproven tail to a new segment. The store that it leaves in memory must be
/// the one that its files would give.
@Suite struct RecoveryTests {
    /// The writes before the crash.
    enum Log: CaseIterable {
        case durable
        /// Nothing is synced, so the whole log is the tail.
        case relaxed
        case severalSegments
        case behindCheckpoint
        case relaxedBehindCheckpoint
    }

    static func store(_ log: Log) throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: log == .severalSegments ? 8_000 : nil) {
            if log == .relaxed || log == .relaxedBehindCheckpoint { $0.durability = .onClose }
        }
        try write(0..<6, to: store)
        if log == .behindCheckpoint || log == .relaxedBehindCheckpoint {
            try store.database.checkpoint()
        }
        try write(6..<13, to: store)
        // So that the active segment holds a commit, even if the last one has filled a segment.
        try store.database.performChanges { changes in
            try changes.save([.int(-2), .string("last")], in: "City")
        }
        return store
    }

    /// Makes commits of every kind of record: objects that are replaced in the same commit and in
    /// later ones, deleted ones whose rows are used again, long values in records of their own,
    /// other layouts, and commits of several parts.
    static func write(_ commits: Range<Int64>, to store: TestStore) throws {
        for commit in commits {
            try store.database.performChanges(author: "author", note: "commit \(commit)") {
                changes in
                if commit == 0 { try TestStore.defineNamed("City", in: changes) }
                for id in 0..<40 as Range<Int64> {
                    try changes.save(
                        [.int(commit * 20 + id), .string("\(commit) \(id)")], in: "City")
                }
                try changes.save([.int(commit * 20 + 3), .string("again \(commit)")], in: "City")
                for id in stride(from: commit * 20, to: commit * 20 + 40, by: 9) {
                    _ = try changes.delete(.int(id), from: "City")
                }
                if commit % 4 == 1 {
                    let long = String(repeating: "long \(commit) ", count: 40_000)
                    try changes.save([.int(-1), .string(long)], in: "City")
                }
                if commit % 5 == 4 { try TestStore.defineNamed("Town \(commit)", in: changes) }
            }
        }
    }

    @Test(arguments: Log.allCases)
    func `a recovered store is the one that its files give`(_ log: Log) throws {
        let store = try Self.store(log)
        let before = try StoreState(store.database)
        try store.reopenAfterKill()
        let report = try #require(store.database.recovery)
        #expect(report.rewrittenCommits > (log == .relaxed ? 13 : 0))
        let recovered = try StoreState(store.database)
        #expect(recovered.contents == before.contents && recovered.digest == before.digest)
        let read = try StoreState.read(store.fileContents, usingCheckpoint: false)
        try requireEqual(recovered, read.state, "the log of the recovered store")
        try requireEqual(
            recovered, try StoreState.read(store.fileContents, usingCheckpoint: true).state,
            "its checkpoint")
        try Self.requireSameUsage(store)
        try store.checkIntegrity()
    }

    /// Requires that the version in memory has the usage and the end of the log that reading the
    /// files gives.
    private static func requireSameUsage(_ store: TestStore) throws {
        let version = try store.database.snapshot().version
        let reader = try Database(
            at: TestStore.path, options: .readOnly,
            fileSystem: MemoryFileSystem(TestStore.path, files: store.fileContents))
        let read = try reader.snapshot().version
        try requireEqual(version.usage, read.usage, "usage")
        try requireEqual(version.logEnd, read.logEnd, "end of the log")
        try requireEqual(version.segments.allNumbers, read.segments.allNumbers, "segments")
    }

    @Test(arguments: Log.allCases)
    func `a recovered store takes changes, and recovers again`(_ log: Log) throws {
        let store = try Self.store(log)
        for round in 0..<3 as Range<Int64> {
            try store.reopenAfterKill()
            try Self.write(13 + round..<14 + round, to: store)
            let contents = try store.contents()
            try requireEqual(try store.twinAfterKill().contents(), contents, "round \(round)")
            try store.checkIntegrity()
        }
        try store.database.checkpoint()
        let contents = try store.contents()
        try store.reopen()
        try requireEqual(try store.contents(), contents, "after closing")
        #expect(store.database.recovery == nil)
        _ = try store.database.compact()
        try requireEqual(try store.contents(), contents, "after compacting")
        try store.checkIntegrity()
    }

    @Test func `a recovery reads each former segment once`() throws {
        let files = try Self.store(.severalSegments).fileContents
        let opened = Mutex<[String: Int]>([:])
        let watched = ReadingFileSystem(MemoryFileSystem(TestStore.path, files: files)) { call in
            guard case .open(let name) = call, FileName.segmentNumber(name) != nil else { return }
            opened.withLock { $0[name, default: 0] += 1 }
        }
        let store = try Database(at: TestStore.path, fileSystem: watched)
        #expect(store.recovery != nil)
        let manifest = try store.currentManifest()
        #expect(manifest.segments.count > 3)
        // The last of them is cut, and mapped again without its tail.
        for segment in manifest.segments where segment.ending == .sealed {
            let name = FileName.segment(segment.number)
            #expect(opened.withLock { $0[name] } == 1, "\(name)")
        }
    }

    @Test func `a copy that cannot be read back is not relied on`() throws {
        let files = try Self.store(.durable).fileContents
        let memory = MemoryFileSystem(TestStore.path, files: files)
        let damaging = DamagingFileSystem(memory)
        #expect(throws: StoreError.self) {
            try Database(at: TestStore.path, fileSystem: damaging)
        }
        // Nothing has changed: another opening recovers everything.
        let store = try TestStore(files: memory)
        let contents = try Self.store(.durable).contents()
        try requireEqual(try store.contents(), contents, "objects")
    }
}

/// A file system that changes a byte of each write to a new segment.
private final class DamagingFileSystem: FileSystem {
    private let base: any FileSystem

    init(_ base: any FileSystem) { self.base = base }

    func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        DamagingDirectory(base: try base.openDirectory(path, creating: creating))
    }
}

private final class DamagingDirectory: ForwardingDirectory {
    let base: any StoreDirectory

    init(base: any StoreDirectory) { self.base = base }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        let file = try base.create(name)
        return FileName.segmentNumber(name) == nil ? file : DamagingFile(base: file)
    }
}

private final class DamagingFile: StoreFile {
    private let base: any StoreFile

    init(base: any StoreFile) { self.base = base }

    var path: String { base.path }
    func size() throws(FileError) -> Int { try base.size() }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        var changed = bytes.bytes
        // The segment's header stays.
        if offset > 0 { changed[changed.count - 20] ^= 1 }
        try changed.withView { view throws(FileError) in try base.write(view, at: offset) }
    }

    func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    func setSize(_ size: Int) throws(FileError) { try base.setSize(size) }
    func map(_ count: Int) throws(FileError) -> MappedBytes { try base.map(count) }
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes { try base.copy(range) }
}
