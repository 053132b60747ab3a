import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A compaction removes its source segments, so records that it did not read are lost.
@Suite struct CompactionTests {
    static func save(_ ids: Range<Int64>, _ name: String, in store: Database) throws {
        try store.performChanges { changes in
            if changes.catalog[CityEntity.name] == nil { try CityEntity.define(in: changes) }
            for id in ids {
                try changes.save(CityEntity.values(id, "\(name) \(id)"), in: CityEntity.name)
            }
        }
    }

    /// Flips one bit of a file without the knowledge of the store that has it open.
    static func flip(_ name: String, at offset: Int, in files: MemoryFileSystem) throws {
        let bytes = try #require(files.contents(of: TestStore.path)[name])
        let file = try files.openDirectory(TestStore.path, creating: false).open(name, .writing)
        try [bytes[offset] ^ 4].withView { try file.write($0, at: offset) }
    }

    /// Formerly, the loop over the frames took a bad frame for the end of the log: all later
    /// objects were left out, and then their only copies removed.
    @Test func `damage since opening stops a compaction, and nothing changes`() throws {
        let store = try TestStore(segmentSizeNominal: 1500)
        for number in 0..<8 {
            try Self.save(Int64(number * 10)..<Int64(number * 10 + 10), "city", in: store.database)
        }
        let contents = try store.contents()
        let before = store.files.contents(of: TestStore.path)
        // The last one is still written to.
        let segments = before.keys.filter { FileName.segmentNumber($0) != nil }.sorted().dropLast()
        #expect(segments.count > 2)
        for (index, name) in segments.enumerated() {
            let end = before[name]?.withView(\.countWithoutTrailingZeros) ?? 0
            for offset in stride(from: SegmentHeaderFields.size, to: end, by: 41) {
                try Self.flip(name, at: offset, in: store.files)
                let error = #expect(throws: StoreError.self, "\(name) at \(offset)") {
                    try store.database.compact(segments: index..<index + 1)
                }
                #expect(error?.code == .corrupt)
                #expect(error?.file?.hasSuffix(name) == true)
                try Self.flip(name, at: offset, in: store.files)
            }
        }
        #expect(store.files.contents(of: TestStore.path) == before)
        #expect(try store.contents() == contents)
        _ = try store.database.compact()
        try store.reopen()
        #expect(try store.contents() == contents)
        try store.checkIntegrity()
    }

    @Test func `zeros in place of the last commits stop a compaction`() throws {
        let store = try TestStore()
        try Self.save(0..<10, "city", in: store.database)
        let name = FileName.segment(SegmentNumber(1))
        let kept = (store.files.contents(of: TestStore.path)[name] ?? [])
            .withView(\.countWithoutTrailingZeros)
        try Self.save(10..<20, "city", in: store.database)
        let all = store.files.contents(of: TestStore.path)[name] ?? []
        let file = try store.files.openDirectory(TestStore.path, creating: false)
            .open(name, .writing)
        let start = (kept + 3) / 4 * 4
        try [UInt8](repeating: 0, count: all.count - start).withView {
            try file.write($0, at: start)
        }
        #expect(throws: StoreError.self) { try store.database.compact() }
        try Array(all[start...]).withView { try file.write($0, at: start) }
        #expect(try store.database.snapshot().count(CityEntity.name) == 20)
        // Closing detects the damage as well.
        #expect(throws: StoreError.self) { try store.database.close() }
    }

    /// The mappings of segments that were rolled or compacted in this session are longer than their
    /// files, which were cut: reading them to the end formerly stopped the process with SIGBUS.
    @Test func `compactions of one session read no byte after the end of a file`() throws {
        try OpeningTests.withFolder { folder in
            var options = Database.Options.creating
            options.segmentSizeNominal = 3000
            let store = try Database(at: folder + "/a.nacre", options: options)
            for round in 0..<3 {
                for number in 0..<5 {
                    try Self.save(0..<20, "round \(round) commit \(number)", in: store)
                }
                let report = try store.compact()
                #expect(report.records == 20)
            }
            _ = try store.compact()
            try store.close()
            #expect(try IntegrityChecker(path: folder + "/a.nacre").run().isSound)
        }
    }

    /// Formerly, the preceding roll put its seal after the close frame, where only an open frame is
    /// allowed: the store could no longer be opened.
    @Test func `a store that was closed can be compacted before any change`() throws {
        try withStore { store in
            try Self.save(0..<10, "city", in: store.database)
            try store.reopen()
            _ = try store.database.compact()
            try store.reopenAfterKill()
            #expect(try store.contents()[CityEntity.name]?.count == 10)
        }
    }
}
