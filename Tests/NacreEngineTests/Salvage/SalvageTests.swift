import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// The readable parts of a damaged store come into a new one, and the losses are reported.
@Suite struct SalvageTests {
    let files: [String: [UInt8]]
    let versions: Set<[Value]>
    let sound: [String: [Value: [Value]]]

    init() throws {
        (files, versions) = try SalvageFixture.make()
        sound = try SalvageFixture.contents(files)
    }

    @Test func `a sound store is salvaged unchanged`() throws {
        let outcome = try SalvageFixture.salvage(files)
        #expect(outcome.report.isComplete)
        #expect(outcome.contents == sound)
        #expect(outcome.report.keptCount == sound[CityEntity.name]?.count)
    }

    @Test func `a schema keeps its generation and texts`() throws {
        let store = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        let texts = SchemaTexts(defaultSort: "-name", defaultFilter: "name != \"\"", rules: ["a"])
        _ = try store.database.performChanges { changes in
            try changes.setGeneration(2)
            try changes.setTexts(texts, of: CityEntity.name)
        }
        let schemas = try store.database.snapshot().catalog.all.map(\.schema)
        try store.database.close()
        let outcome = try SalvageFixture.salvage(store.files.contents(of: TestStore.path))
        #expect(outcome.schemas == schemas)
        #expect(schemas.first?.texts == texts && schemas.first?.generation == 2)
    }

    @Test func `without a manifest the segments suffice`() throws {
        for damaged in [[UInt8](), Array("nacre 0\ncrc 00000000\n".utf8)] {
            var files = files
            files[FileName.formerManifest] = nil
            files[FileName.manifest] = damaged.isEmpty ? nil : damaged
            let outcome = try SalvageFixture.salvage(files)
            #expect(outcome.contents == sound)
            #expect(!outcome.report.problems.isEmpty)
        }
    }

    @Test func `a missing segment loses only its own objects, and the report lists it`() throws {
        let names = try SalvageFixture.segments(files)
        #expect(names.count >= 3)
        for name in names {
            var files = files
            files[name] = nil
            let outcome = try SalvageFixture.salvage(files)
            #expect(!outcome.report.isComplete)
            #expect(outcome.report.problems.contains("\(name) is missing"))
            #expect(outcome.cities.values.allSatisfy(versions.contains))
            #expect(outcome.cities.count > 5)
        }
    }

    /// A crash can leave some or all victims of a compaction. They contain deleted and purged
    /// objects, and the delete itself may be in none of the remaining ones.
    @Test func `leftover inputs of a compaction restore nothing`() throws {
        let store = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        _ = try store.database.compact()
        try store.database.close()
        var compacted = store.files.contents(of: TestStore.path)
        for name in [FileName.manifest, FileName.formerManifest] { compacted[name] = nil }
        let victims = try SalvageFixture.segments(files).filter { compacted[$0] == nil }
        #expect(victims.count > 1)
        for victim in victims {
            compacted[victim] = files[victim]
            let outcome = try SalvageFixture.salvage(compacted)
            #expect(outcome.contents == sound, "\(victim)")
            compacted[victim] = nil
        }
    }

    @Test func `segments of other stores and second copies are left out`() throws {
        let other = try TestStore(seed: 7)
        try CompactionTests.save(0..<50, "other", in: other.database)
        var files = files
        files["0000aaaa.seg"] = other.files.contents(of: TestStore.path)["00000001.seg"]
        files["0000bbbb.seg"] = files["00000001.seg"]
        let outcome = try SalvageFixture.salvage(files)
        #expect(outcome.contents == sound)
        #expect(outcome.report.problems.contains { $0.hasPrefix("0000aaaa.seg is of another") })
        #expect(outcome.report.problems.contains { $0.hasPrefix("0000bbbb.seg is a second copy") })
        // This works even without a manifest that identifies the store.
        files[FileName.manifest] = nil
        files[FileName.formerManifest] = nil
        #expect(try SalvageFixture.salvage(files).contents == sound)
    }

    @Test func `a segment with a damaged header is read nevertheless`() throws {
        for name in try SalvageFixture.segments(files) {
            var files = files
            for offset in 0..<SegmentHeaderFields.size { files[name]?[offset] = 0xAA }
            let outcome = try SalvageFixture.salvage(files)
            #expect(outcome.contents == sound, "\(name): \(outcome.report)")
            #expect(!outcome.report.isComplete)
        }
    }

    @Test func `a damaged record is replaced by an older version, and its object is named`() throws
    {
        var files = files
        let wanted = Array("city 23 of round 5".utf8)
        let (file, place) = try #require(Self.find(wanted, in: files))
        files[file]?[place] ^= 1
        let outcome = try SalvageFixture.salvage(files)
        #expect(outcome.report.older.count == 1)
        #expect(outcome.report.older.first?.id == "23")
        #expect(outcome.report.older.first?.entity == CityEntity.name)
        #expect(outcome.report.lostRanges.count == 1)
        var expected = sound[CityEntity.name] ?? [:]
        expected[.int(23)] = outcome.cities[.int(23)]
        #expect(outcome.cities == expected)
        #expect(outcome.cities[.int(23)].map { versions.contains($0) } == true)
    }

    @Test func `an object whose only version is damaged is counted as lost`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<9, "only", in: store.database)
        // Not torn: the watermark of the next commit proves that the first had been synced.
        try CompactionTests.save(100..<101, "next", in: store.database)
        var files = store.files.contents(of: TestStore.path)
        let (file, place) = try #require(Self.find(Array("only 4".utf8), in: files))
        files[file]?[place] ^= 1
        let outcome = try SalvageFixture.salvage(files)
        #expect(outcome.report.lost.count == 1)
        #expect(outcome.cities.count == 9)
        #expect(outcome.cities[.int(4)] == nil)
    }

    @Test func `the checkpoint names objects of which nothing is left`() throws {
        let store = try TestStore(segmentSizeNominal: 2000)
        for start in stride(from: Int64(0), to: 60, by: 6) {
            try CompactionTests.save(start..<start + 6, "only", in: store.database)
        }
        try store.database.checkpoint()
        try store.database.performChanges { try $0.delete(.int(7), from: CityEntity.name) }
        try store.database.close()
        let files = store.files.contents(of: TestStore.path)
        let victim = try #require(try SalvageFixture.segments(files).dropFirst().first)
        var damaged = files
        damaged[victim] = nil
        let outcome = try SalvageFixture.salvage(damaged)
        let whole = try SalvageFixture.contents(files)[CityEntity.name] ?? [:]
        let gone = Set(whole.keys).subtracting(outcome.cities.keys)
        #expect(!gone.isEmpty && gone.count < whole.count)
        let ids = outcome.report.lost.compactMap(\.id).compactMap { Int64($0) }
        #expect(Set(ids.map { .int($0) }) == gone && ids.count == gone.count)
        #expect(outcome.report.lost.allSatisfy { $0.file == victim })
        // A compaction that the manifest does not include has left out the deleted objects.
        let next = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: files), segmentSizeNominal: 2000)
        _ = try next.database.compact()
        try next.database.close()
        var compacted = next.files.contents(of: TestStore.path)
        for name in files.keys where name.hasSuffix(".ckp") || name == FileName.manifest {
            compacted[name] = files[name]
        }
        #expect(compacted[victim] == nil)
        #expect(try SalvageFixture.salvage(compacted).report.lost == [])
        // Without the checkpoint, they are unknown.
        for name in damaged.keys where name.hasSuffix(".ckp") { damaged[name]?[20] ^= 1 }
        #expect(try SalvageFixture.salvage(damaged).report.lost == [])
    }

    @Test func `the destination must be empty and outside the source`() throws {
        let source = MemoryFileSystem(TestStore.path, files: files)
        for target in [TestStore.path, TestStore.path + "/out", TestStore.path + "/"] {
            #expect(throws: StoreError.self) {
                try Salvager(
                    from: TestStore.path, to: target, sourceFiles: source, files: source
                ).run()
            }
        }
        let full = MemoryFileSystem("out", files: ["a": []])
        #expect(throws: StoreError.self) {
            try Salvager(from: TestStore.path, to: "out", sourceFiles: source, files: full).run()
        }
        #expect(full.contents(of: "out") == ["a": []])
        #expect(source.contents(of: TestStore.path) == files)
    }

    @Test func `a salvage that is stopped leaves nothing`() throws {
        struct Stop: Error {}
        let source = MemoryFileSystem(TestStore.path, files: files)
        let target = MemoryFileSystem()
        #expect(throws: Stop.self) {
            try Salvager(from: TestStore.path, to: "out", sourceFiles: source, files: target).run {
                done, total in
                if done > total / 2 { throw Stop() }
            }
        }
        #expect(target.contents(of: "out").isEmpty)
    }

    @Test func `an object whose long value is lost is kept and reported as damaged`() throws {
        let store = try TestStore(segmentSizeNominal: 10_000)
        let long = String(long: "l", count: 70_000)
        try store.database.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.insert(CityEntity.values(1, "short", country: long), into: CityEntity.name)
            try changes.insert(CityEntity.values(2, long), into: CityEntity.name)
        }
        try store.database.close()
        let whole = store.files.contents(of: TestStore.path)
        #expect(try SalvageFixture.salvage(whole).report.isComplete)
        var files = whole
        let (file, place) = try #require(Self.find(Array(long.utf8.prefix(100)), in: files))
        files[file]?[place + 50] = 0
        let second = try #require(
            Self.find(Array(long.utf8.prefix(100)), in: files, from: place + 70_000))
        files[second.file]?[second.place + 50] = 0
        let outcome = try SalvageFixture.salvage(files)
        #expect(Set(outcome.report.damaged.map(\.id)) == ["1", "2"])
        #expect(outcome.cities[.int(1)]?[2] == .null)
        #expect(outcome.cities[.int(1)]?[1] == .string("short"))
        #expect(outcome.cities[.int(2)]?[1] == .string(""))
    }

    @Test(arguments: [true, false])
    func `an unfinished compaction replaces nothing`(withManifest: Bool) throws {
        var (files, _) = try SalvageFixture.make()
        let twin = MemoryFileSystem(TestStore.path, files: files)
        let store = try Database(at: TestStore.path, fileSystem: twin)
        try store.compact(segments: 0..<2)
        try store.close()
        let after = twin.contents(of: TestStore.path)
        let output = try #require(
            after.keys.first { FileName.segmentNumber($0) != nil && files[$0] == nil })
        // Files that the manifest does not name are read only if something is damaged.
        let damaged = try #require(SalvageFixture.segments(files).last)
        let middle = (files[damaged]?.count ?? 0) / 2
        files[damaged]?[middle] ^= 1
        if !withManifest {
            files[FileName.manifest] = nil
            files[FileName.formerManifest] = nil
        }
        let expected = try SalvageFixture.salvage(files).contents
        files[output] = after[output]?.dropLast(200)
        #expect(try SalvageFixture.salvage(files).contents == expected)
    }

    static func find(
        _ bytes: [UInt8], in files: [String: [UInt8]], from start: Int = 0
    ) -> (file: String, place: Int)? {
        for (name, content) in files.sorted(by: { $0.key < $1.key }) where name.hasSuffix(".seg") {
            var place = start
            while place + bytes.count <= content.count {
                if content[place] == bytes[0], Array(content[place..<place + bytes.count]) == bytes
                {
                    return (name, place)
                }
                place += 1
            }
        }
        return nil
    }
}
