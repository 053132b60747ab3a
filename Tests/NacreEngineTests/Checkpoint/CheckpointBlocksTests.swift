import Dispatch
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The blocks of a checkpoint are checked when they are first read, and rebuilt from the log if
/// they are damaged.
@Suite struct CheckpointBlocksTests {
    private static let name = CheckpointDamageTests.name

    /// Returns ids in no order, so that no row can be guessed.
    private static func id(_ number: Int64) -> Value { .int(number &* 0x9E37_79B9_7F4A) }

    /// A checkpoint of 2,000 objects in several segments, with a unique index.
    private static let files = Result {
        let store = try TestStore(segmentSizeNominal: 16_384)
        try store.database.performChanges { try TestStore.defineNamed("City", in: $0) }
        for first in stride(from: 0, to: 2_000 as Int64, by: 500) {
            try store.database.performChanges { changes in
                for id in first..<first + 500 {
                    try changes.insert([Self.id(id), .string("city \(id)")], into: "City")
                }
            }
        }
        try store.database.performChanges { changes in
            for id in stride(from: 0, to: 2_000 as Int64, by: 7) {
                _ = try changes.delete(Self.id(id), from: "City")
            }
        }
        try store.database.checkpoint()
        try store.database.close()
        return store.fileContents
    }

    /// Returns the files with one byte changed in a block of each section, or in its tops.
    private static func damaged(
        _ files: [String: [UInt8]], _ kinds: [CheckpointSectionKind] = [.rows, .ids, .unique],
        inTops: Bool = false
    ) throws -> [String: [UInt8]] {
        var files = files
        for section in try LargeCheckpointTests.file(files).1 where kinds.contains(section.kind) {
            let place = inTops ? section.checkedRange.lowerBound : section.offset
            if section.blocks > 0 { files[name]?[place] ^= 0x10 }
        }
        return files
    }

    private static func open(
        _ files: MemoryFileSystem, _ options: Database.Options = Database.Options()
    ) throws -> Database {
        try Database(
            at: TestStore.path, options: options, fileSystem: files, environment: .repeatable())
    }

    private static func system(_ files: [String: [UInt8]]) -> MemoryFileSystem {
        MemoryFileSystem(TestStore.path, files: files)
    }

    /// Builds with checks iterate over the rows, so only the trees are counted.
    @Test func `opening reads no block, and a fetch reads only those on its path`() throws {
        let database = try Self.open(Self.system(Self.files.get()), .readOnly)
        let blocks = try #require(database.checkpointBlocks)
        #expect(blocks.count > 50)
        #expect(blocks.checkedCount(.ids) == 0)
        #expect(blocks.checkedCount(.unique) == 0)
        let city = try database.snapshot().find(Self.id(1_000), in: "City")
        #expect(city != nil)
        #expect(blocks.checkedCount(.ids) == 1)
        #expect(blocks.checkedCount(.unique) == 0)
        try blocks.checkAll()
        #expect(blocks.checkedCount() == blocks.count)
        #expect(database.checkpointProblem == nil)
    }

    @Test func `a damaged block is reported once it is read`() throws {
        let files = try Self.damaged(Self.files.get(), [.ids])
        let database = try Self.open(Self.system(files), .readOnly)
        #expect(database.checkpointProblem == nil, "nobody has looked yet")
        #expect(try StoreState.requireSame(files, "damaged") != nil)
    }

    private static func findByName(_ database: Database) throws -> StoredObject? {
        let snapshot = try database.snapshot()
        let filter = try FilterParser.parse(
            #"name == "city 1000""#, schema: snapshot.definition("City").schema)
        return try snapshot.fetch(Query(entity: "City", filter: filter)).first
    }

    @Test func `opening reads no index, and a damaged one is rebuilt from the log on use`() throws {
        let files = try Self.damaged(Self.files.get(), [.unique], inTops: true)
        let database = try Self.open(Self.system(files), .readOnly)
        #expect(try database.snapshot().find(Self.id(1_000), in: "City") != nil)
        #expect(database.checkpointProblem == nil, "nobody has asked it yet")
        #expect(try Self.findByName(database)?.id == Self.id(1_000))
        #expect(database.checkpointProblem?.contains("'unique' of entity 1 is damaged") == true)
        #expect(database.checkpointBlocks?.holdsLog == false, "all the rest was looked at")
        #expect(try StoreState.requireSame(files, "damaged") != nil)
    }

    @Test func `opening reads no ids, and damaged ones are rebuilt from the log on use`() throws {
        let files = try Self.damaged(Self.files.get(), [.ids], inTops: true)
        let database = try Self.open(Self.system(files), .readOnly)
        #expect(database.checkpointProblem == nil, "nobody has asked them yet")
        #expect(try database.snapshot().find(Self.id(1_000), in: "City") != nil)
        #expect(database.checkpointProblem?.contains("'ids' of entity 1 is damaged") == true)
        #expect(database.checkpointBlocks?.holdsLog == false, "all the rest was looked at")
        #expect(try StoreState.requireSame(files, "damaged") != nil)
    }

    @Test func `rebuilt ids can be changed and are then written`() throws {
        let files = Self.system(try Self.damaged(Self.files.get(), [.ids], inTops: true))
        let database = try Self.open(files)
        try database.performChanges { changes in
            for id in 3_000..<3_400 as Range<Int64> {
                try changes.insert([Self.id(id), .string("city \(id)")], into: "City")
            }
        }
        try database.checkpoint()
        try database.close()
        #expect(try StoreState.requireSame(files.contents(of: TestStore.path), "made anew") == nil)
    }

    @Test func `an object with an id in a run is found without the tree of ids`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            for id in 500..<1_500 as Range<Int64> {
                try changes.insert([.int(id), .string("city \(id)")], into: "City")
            }
        }
        try store.database.checkpoint()
        try store.database.close()
        let files = store.fileContents
        // If a block that is not needed is damaged, no error shows that it is not read.
        let damaged = try Self.damaged(files, [.ids], inTops: true)
        for sound in [true, false] {
            let database = try Self.open(Self.system(sound ? files : damaged), .readOnly)
            let snapshot = try database.snapshot()
            for id in [500, 777, 1_499] as [Int64] {
                let city = try snapshot.find(.int(id), in: "City")
                #expect(city?.values[1] == .string("city \(id)"))
            }
            #expect(database.checkpointBlocks?.checkedCount(.ids) == 0)
            #expect(database.checkpointProblem == nil)
            #expect(try snapshot.find(.int(1_500), in: "City") == nil)
            #expect(try snapshot.find(.int(-1), in: "City") == nil)
            #expect((database.checkpointProblem == nil) == sound)
        }
    }

    @Test func `a rebuilt index can be changed and is then written`() throws {
        let files = Self.system(try Self.damaged(Self.files.get(), [.unique], inTops: true))
        let database = try Self.open(files)
        try database.performChanges { changes in
            for id in 3_000..<3_400 as Range<Int64> {
                try changes.insert([Self.id(id), .string("city \(id)")], into: "City")
            }
            _ = try changes.delete(Self.id(1_000), from: "City")
        }
        #expect(try Self.findByName(database) == nil)
        let expected = try StoreState(database)
        try database.checkpoint()
        try database.close()
        let contents = files.contents(of: TestStore.path)
        #expect(try StoreState.requireSame(contents, "written") == nil)
        #expect(try StoreState.read(contents, usingCheckpoint: true).state == expected)
    }

    @Test func `a damaged index and a damaged log give an error and no answer`() throws {
        var contents = try Self.damaged(Self.files.get(), [.unique], inTops: true)
        contents[FileName.segment(SegmentNumber(1))]?[SegmentHeaderFields.size + 4_000] ^= 1
        let database = try Self.open(Self.system(contents), .readOnly)
        for _ in 0..<2 {
            let error = #expect(throws: StoreError.self) { try Self.findByName(database) }
            #expect(error?.code == .corrupt)
        }
        #expect(throws: StoreError.self) { try database.checkpointBlocks?.checkAll() }
    }

    @Test func `a change that finds ids and log damaged leaves no trace`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            try TestStore.defineNamed("Village", in: changes)
            for id in 0..<2_000 as Range<Int64> {
                try changes.insert([Self.id(id), .string("city \(id)")], into: "City")
            }
        }
        try store.database.checkpoint()
        try store.database.close()
        var contents = try Self.damaged(store.fileContents, [.ids], inTops: true)
        contents[FileName.segment(SegmentNumber(1))]?[SegmentHeaderFields.size + 4_000] ^= 1
        let database = try Self.open(Self.system(contents))
        // This object is not in the checkpoint, and the other entity is not read.
        try database.performChanges {
            try $0.insert([.int(1), .string("village")], into: "Village")
        }
        let error = #expect(throws: StoreError.self) {
            try database.performChanges {
                // The object has no name, so nothing is read before the record is written.
                try $0.insert([Self.id(5_000), .null], into: "City")
            }
        }
        #expect(error?.code == .corrupt)
        #expect(error?.outcome == .notCommitted)
        // An open frame would stop the process here. Builds with checks read all files, and report
        // the damage.
        do { try database.close() } catch { #expect("\(error)".contains("was closed with")) }
    }

    @Test func `a compaction first rebuilds damaged parts, and then releases the log`() throws {
        let expected = try StoreState.read(Self.files.get(), usingCheckpoint: false).state
        let files = Self.system(try Self.damaged(Self.files.get(), [.ids, .unique]))
        let database = try Self.open(files)
        let before = files.contents(of: TestStore.path).keys.filter { $0.hasSuffix(".seg") }
        #expect(database.checkpointBlocks?.holdsLog == true)
        _ = try database.compact()
        #expect(database.checkpointBlocks?.holdsLog == false)
        let after = files.contents(of: TestStore.path).keys.filter { $0.hasSuffix(".seg") }
        #expect(Set(before).isDisjoint(with: after))
        #expect(database.checkpointProblem?.contains("block 0 of") == true)
        let state = try StoreState(database)
        #expect(state.ids == expected.ids)
        #expect(state.uniques == expected.uniques)
        #expect(state.contents == expected.contents)
    }

    @Test func `a reader rebuilds from segments that a writer has removed`() throws {
        let expected = try StoreState.read(Self.files.get(), usingCheckpoint: false).state
        let files = Self.system(try Self.damaged(Self.files.get()))
        let reader = try Self.open(files, .readOnly)
        let writer = try Self.open(files)
        _ = try writer.compact()
        try writer.close()
        #expect(try StoreState(reader) == expected)
        #expect(reader.checkpointProblem != nil)
    }

    @Test func `no reader gets a wrong answer if the log is damaged as well`() throws {
        var contents = try Self.damaged(Self.files.get(), [.ids])
        let segment = FileName.segment(SegmentNumber(1))
        contents[segment]?[SegmentHeaderFields.size + 4_000] ^= 1
        let files = Self.system(contents)
        let database = try Self.open(files)
        let before = try database.snapshot()
        let numbers = (0..<2_000 as Range<Int64>).map { $0 &* 0x9E37_79B9_7F4A }
        // The smallest ids are in the first block, which is the damaged one.
        let least = Value.int(try #require(numbers.min()))
        for snapshot in [before, try database.snapshot()] {
            let error = #expect(throws: StoreError.self) {
                _ = try snapshot.find(least, in: "City")
            }
            #expect(error?.code == .corrupt)
            #expect(error?.message.contains("salvage") == true)
            #expect(error?.file?.hasSuffix(segment) == true)
            #expect(throws: StoreError.self) { try snapshot.count("City") }
            #expect(throws: StoreError.self) { try snapshot.fetch(Query(entity: "City")) }
        }
        #expect(throws: StoreError.self) { _ = try database.compact() }
        let refusal = #expect(throws: StoreError.self) {
            try database.performChanges { _ = try $0.delete(Self.id(1), from: "City") }
        }
        #expect(refusal?.code == .corrupt)
        try? database.close()
        let after = files.contents(of: TestStore.path)
        #expect(after[segment] == contents[segment])
    }

    @Test func `a damaged log is not read again for each block`() throws {
        var contents = try Self.files.get()
        for section in try LargeCheckpointTests.file(contents).1 where section.kind == .ids {
            for place in section.offset..<section.checkedRange.lowerBound {
                contents[Self.name]?[place] = 0
            }
        }
        contents[FileName.segment(SegmentNumber(1))]?[SegmentHeaderFields.size + 4_000] ^= 1
        let database = try Self.open(Self.system(contents), .readOnly)
        let blocks = try #require(database.checkpointBlocks)
        #expect(throws: StoreError.self) { try blocks.checkAll() }
        #expect(!blocks.holdsLog)
        let error = #expect(throws: StoreError.self) { try blocks.checkAll() }
        #expect(error?.code == .corrupt)
    }

    @Test func `records that a compaction has purged are not used to rebuild`() throws {
        let store = try TestStore(segmentSizeNominal: 16_384)
        try store.database.performChanges { try TestStore.defineNamed("City", in: $0) }
        func save(_ ids: Range<Int64>, _ text: String) throws {
            try store.database.performChanges { changes in
                for id in ids {
                    try changes.save([Self.id(id), .string("\(text) \(id)")], in: "City")
                }
            }
        }
        for first in stride(from: 0, to: 2_000 as Int64, by: 500) {
            try save(first..<first + 500, "city")
        }
        try store.database.checkpoint()
        let covered = try store.database.currentManifest().segments.count
        for round in 0..<4 { try save(2_000..<2_500, "town \(round)") }
        // Only segments that the checkpoint does not cover.
        let count = try store.database.currentManifest().segments.count
        try store.database.compact(segments: covered + 1..<count)
        let manifest = try store.database.currentManifest()
        #expect(manifest.segments.prefix(covered).contains { $0.purgedAsOf > CommitNumber(5) })
        try store.database.close()
        let sound = store.fileContents
        #expect(try StoreState.requireSame(sound, "sound") == nil)
        let damaged = try Self.damaged(sound)
        #expect(try StoreState.requireSame(damaged, "damaged")?.contains("block 0") == true)
        let database = try Self.open(Self.system(damaged), .readOnly)
        #expect(try StoreState(database) == StoreState.read(sound, usingCheckpoint: true).state)
        // After the first damaged block, all others are checked.
        #expect(database.checkpointBlocks?.holdsLog == false)
    }

    @Test func `a damaged checkpoint is replaced, even after few changes`() throws {
        let files = Self.system(try Self.damaged(Self.files.get()))
        let database = try Self.open(files)
        _ = try StoreState(database)
        #expect(database.checkpointProblem != nil)
        try database.checkpoint()
        let again = try Self.open(files, .readOnly)
        _ = try StoreState(again)
        #expect(again.checkpointProblem == nil)
    }

    enum Damage: CaseIterable {
        case none
        case blocks
        case tops
    }

    @Test(arguments: Damage.allCases)
    func `threads that read blocks at the same time find the same content`(damage: Damage) throws {
        let sound = try Self.files.get()
        let expected = try StoreState.read(sound, usingCheckpoint: false).state
        let isDamaged = damage != .none
        let files =
            switch damage {
            case .none: sound
            case .blocks: try Self.damaged(sound)
            case .tops: try Self.damaged(sound, [.unique], inTops: true)
            }
        for _ in 0..<(isDamaged ? 4 : 20) {
            let database = try Self.open(Self.system(files), .readOnly)
            let found = Mutex<[[[TreeEntry]]]>([])
            let uniques = Mutex<[[[TreeEntry]]]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                guard let version = try? database.snapshot().version else { return }
                let ids = version.roots.map { TreePropertyTests.entries($0.ids) }
                found.withLock { $0.append(ids) }
                let trees = version.trees.map { TreePropertyTests.entries($0) }
                uniques.withLock { $0.append(trees) }
            }
            #expect(found.withLock { $0.count } == 4)
            #expect(found.withLock { $0.allSatisfy { $0 == expected.ids } })
            #expect(uniques.withLock { $0.allSatisfy { $0 == Array(expected.uniques.values) } })
        }
    }
}

extension CheckpointBlocks {
    fileprivate var count: Int { sections.reduce(0) { $0 + $1.blocks } }

    /// Returns the number of checked blocks, of one kind or of all.
    fileprivate func checkedCount(_ kind: CheckpointSectionKind? = nil) -> Int {
        sections.filter { $0.kind == kind ?? $0.kind }.reduce(0) { sum, section in
            let words = (0..<section.blocks).map { index in
                mapping.view.load(
                    UInt32.self,
                    at: section.checkedRange.lowerBound + index * PackedTopFields.size
                        + PackedTopFields.zero.offset)
            }
            return sum + words.count { $0 == Mark.checked }
        }
    }
}
