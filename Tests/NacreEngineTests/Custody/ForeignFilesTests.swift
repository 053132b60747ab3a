import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Files that are sound by themselves and in the wrong place: of another store, of another
/// position, or copied while a writer was at work.
@Suite struct ForeignFilesTests {
    private static let segments = (1...3).map { FileName.segment(SegmentNumber($0)) }

    /// Returns the files of a closed store of some segments. The objects are the same for all
    /// seeds.
    private static func files(seed: UInt64) throws -> [String: [UInt8]] {
        let store = try TestStore(segmentSizeNominal: 600, seed: seed)
        try store.database.performChanges { try CityEntity.define(in: $0) }
        for id in 0..<12 as Range<Int64> {
            try store.database.performChanges { changes in
                try changes.insert(CityEntity.values(id, "city \(id)"), into: CityEntity.name)
            }
        }
        try store.database.close()
        let files = store.fileContents
        try require(segments.allSatisfy { files[$0] != nil }, "segments: \(files.keys)")
        return files
    }

    private static func failure(_ files: [String: [UInt8]]) -> StoreError? {
        do {
            let store = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
            try store.database.close()
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test(arguments: segments)
    func `a segment of another store is refused by name`(_ name: String) throws {
        var files = try Self.files(seed: 1)
        files[name] = try Self.files(seed: 2)[name]
        let error = Self.failure(files)
        #expect(error?.code == .corrupt)
        #expect(error?.file?.hasSuffix(name) == true)
        #expect(error?.cause?.contains("store id") == true, "\(String(describing: error))")
    }

    @Test func `opening removes only files that a writer of the store has made`() throws {
        let own = try Self.files(seed: 1)
        let other = try Self.files(seed: 2)
        // Of another store, under a wrong number, and not a segment.
        let foreign = [
            "0000aaaa.seg": other[Self.segments[0]], "0000bbbb.seg": own[Self.segments[1]],
            "0000cccc.seg": [UInt8]("a letter".utf8),
        ].compactMapValues { $0 }
        // As a crash leaves a segment that was being made.
        let left = ["0000dddd.seg": [UInt8](repeating: 0, count: 5000), "0000eeee.seg": []]
        let files = MemoryFileSystem(
            TestStore.path, files: own.merging(foreign) { $1 }.merging(left) { $1 })
        let store = try TestStore(files: files)
        try store.database.performChanges {
            try $0.insert(CityEntity.values(99, "more"), into: CityEntity.name)
        }
        _ = try store.database.compact()
        try store.database.close()
        let after = files.contents(of: TestStore.path)
        for (name, bytes) in foreign { #expect(after[name] == bytes, "\(name)") }
        for name in left.keys { #expect(after[name] == nil, "\(name)") }
        #expect(try TestStore(files: files).database.snapshot().count(CityEntity.name) == 13)
    }

    @Test func `a copy of one segment in place of another is refused by name`() throws {
        let files = try Self.files(seed: 1)
        for (name, other) in [(0, 1), (1, 2), (2, 0), (1, 0)] {
            var mixed = files
            mixed[Self.segments[name]] = files[Self.segments[other]]
            let error = Self.failure(mixed)
            #expect(error?.code == .corrupt)
            #expect(error?.file?.hasSuffix(Self.segments[name]) == true)
        }
    }

    @Test func `swapped blocks are noticed everywhere`() throws {
        let files = try Self.files(seed: 1)
        let size = 64
        var tried = 0
        for name in Self.segments.prefix(2) {
            let bytes = try #require(files[name])
            let starts = Array(stride(from: 0, through: bytes.count - size, by: size))
            for (place, first) in starts.enumerated() {
                for second in starts[(place + 1)...] {
                    let (one, two) = (bytes[first..<first + size], bytes[second..<second + size])
                    guard !one.elementsEqual(two) else { continue }
                    var swapped = bytes
                    swapped.replaceSubrange(first..<first + size, with: two)
                    swapped.replaceSubrange(second..<second + size, with: one)
                    var mixed = files
                    mixed[name] = swapped
                    let error = Self.failure(mixed)
                    // A header whose version field was moved has an unknown version.
                    let codes: [StoreError.Code?] = [.corrupt, .unsupportedFormat]
                    #expect(codes.contains(error?.code), "\(name) \(first) \(second)")
                    tried += 1
                }
            }
        }
        #expect(tried > 50)
    }

    @Test func `files copied during changes are one state of the store, or are refused`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nacre-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.appending(path: "live.nacre")
        let options = Database.Options(
            createsStore: true, segmentSizeNominal: 4000, durability: .onClose)
        let store = try Database(at: source.path(), options: options)
        try store.performChanges { try CityEntity.define(in: $0) }
        var next: Int64 = 0
        func write(_ count: Int64) throws {
            for id in next..<next + count {
                try store.performChanges { changes in
                    try changes.insert(CityEntity.values(id, "x"), into: CityEntity.name)
                }
            }
            next += count
        }
        var random = SplitMix64(seed: 7)
        var opened = 0
        for round in 0..<40 {
            let copy = folder.appending(path: "copy-\(round).nacre")
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            let names = try FileManager.default.contentsOfDirectory(atPath: source.path())
            for name in names.shuffled(using: &random) where name != FileName.lock {
                let bytes = try? Data(contentsOf: source.appending(path: name))
                try bytes?.write(to: copy.appending(path: name))
                try write(Int64.random(in: 0...4, using: &random))
            }
            do {
                let other = try Database(at: copy.path(), options: options)
                let found = try #require(TestStore.contents(of: other.snapshot())[CityEntity.name])
                let first = (0..<Int64(found.count)).map { Value.int($0) }
                #expect(Set(found.keys) == Set(first), "copy \(round)")
                try other.close()
                #expect(try IntegrityChecker(path: copy.path(), isDeep: true).run().isSound)
                opened += 1
            } catch let error as StoreError {
                #expect(error.code == .corrupt, "\(error)")
            }
        }
        print("\(opened) of 40 copies beside a writer opened")
    }

    @Test func `an untrusted store is read unchanged, whatever happens to its files`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nacre-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path()
        let store = try Database(at: path, options: .creating)
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            for id in 0..<500 as Range<Int64> {
                try changes.insert(CityEntity.values(id, "city \(id)"), into: CityEntity.name)
            }
        }
        try store.checkpoint()
        let expected = try TestStore.contents(of: store.snapshot())
        try store.close()
        let untrusted = try Database(at: path, options: .untrusted)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            // The file itself, cut: a mapping of it would kill the process that reads it.
            let file = try FileHandle(forWritingTo: folder.appending(path: name))
            try file.truncate(atOffset: 0)
            try file.close()
        }
        #expect(try TestStore.contents(of: untrusted.snapshot()) == expected)
        try untrusted.close()
    }

    @Test func `clocks that jump change no content, and each commit keeps its time`() throws {
        let clock = Mutex<Int64>(1_000_000)
        let files = MemoryFileSystem()
        var expected: [Int64] = []
        let jumps: [Int64] = [5_000_000, 0, -1, .min, 1 << 60, 3, .max, -(1 << 50), 9_000_000]
        for (round, jump) in jumps.enumerated() {
            let random = Mutex(SplitMix64(seed: UInt64(round)))
            let store = try Database(
                at: TestStore.path, options: .creating, fileSystem: files,
                environment: Environment(
                    now: { clock.withLock { $0 } },
                    random: { random.withLock { $0.next() } }))
            for step in 0..<3 as Range<Int64> {
                clock.withLock { $0 = step == 1 ? jump : $0 }
                let id = Int64(round) * 3 + step
                try store.performChanges { changes in
                    if changes.catalog[CityEntity.name] == nil {
                        try CityEntity.define(in: changes)
                    }
                    try changes.insert(CityEntity.values(id, "x"), into: CityEntity.name)
                }
                expected.append(id)
                let time = try store.snapshot().time
                #expect(time == clock.withLock { $0 }, "round \(round), step \(step)")
            }
            let found = try #require(TestStore.contents(of: store.snapshot())[CityEntity.name])
            #expect(Set(found.keys) == Set(expected.map { Value.int($0) }))
            if round.isMultiple(of: 2) { try store.checkpoint() }
            try store.close()
        }
        let checker = IntegrityChecker(path: TestStore.path, isDeep: true, fileSystem: files)
        #expect(try checker.run().isSound)
    }
}
