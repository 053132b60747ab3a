import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Stores of unknown origin: their files are not mapped, everything is verified before it is used,
/// and anything larger than the limits is refused by name.
@Suite struct UntrustedTests {
    /// Opens the files as untrusted and records which of them are mapped.
    static func open(
        _ files: [String: [UInt8]], _ change: (inout Database.Options) -> Void = { _ in }
    ) throws -> Database {
        var options = Database.Options.untrusted
        change(&options)
        return try Database(
            at: TestStore.path, options: options,
            fileSystem: MemoryFileSystem(TestStore.path, files: files))
    }

    static func limit(_ change: (inout Limits) -> Void, _ files: [String: [UInt8]]) -> StoreError? {
        do {
            _ = try open(files) { change(&$0.limits) }
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test func `an untrusted store reads like any other and refuses changes`() throws {
        let (files, _) = try SalvageFixture.make()
        let store = try Self.open(files)
        #expect(try TestStore.contents(of: store.snapshot()) == SalvageFixture.contents(files))
        #expect(DatabaseTests.code { try store.performChanges { _ in } } == .readOnly)
        var options = Database.Options(createsStore: true)
        options.isUntrusted = true
        #expect(options.isReadOnly)
    }

    @Test func `verified content stays unchanged, whatever is written to the files`() throws {
        let (files, _) = try SalvageFixture.make()
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        let store = try Database(
            at: TestStore.path, options: .untrusted, fileSystem: fileSystem)
        let contents = try TestStore.contents(of: store.snapshot())
        let directory = try fileSystem.openDirectory(TestStore.path, creating: false)
        for name in try SalvageFixture.segments(files) {
            let file = try directory.open(name, .writing)
            let zeros = [UInt8](repeating: 0, count: 4000)
            try zeros.withView { try file.write($0, at: 200) }
        }
        #expect(try TestStore.contents(of: store.snapshot()) == contents)
    }

    @Test func `each limit is checked, and its error names it`() throws {
        let (files, _) = try SalvageFixture.make()
        let cases: [(String, (inout Limits) -> Void)] = [
            ("segmentSize", { $0.segmentSize = 5000 }), ("totalSize", { $0.totalSize = 9000 }),
            ("segments", { $0.segments = 2 }), ("objectSize", { $0.objectSize = 40 }),
            ("frameSize", { $0.frameSize = 500 }), ("entities", { $0.entities = 0 }),
            ("attributes", { $0.attributes = 6 }), ("manifestSize", { $0.manifestSize = 100 }),
        ]
        for (name, change) in cases {
            let error = Self.limit(change, files)
            #expect(error?.code == .limitReached, "\(name)")
            #expect(error?.message.contains("'\(name)'") == true)
            #expect(error?.file != nil)
        }
        #expect(Self.limit({ _ in }, files) == nil)
    }

    @Test func `JSON that nests deeper than the limit is refused`() throws {
        let store = try TestStore()
        let deep = String(long: "[", count: 40) + String(long: "]", count: 40)
        try store.database.performChanges { changes in
            try CityEntity.define(in: changes)
            var values = CityEntity.values(1, "a")
            values[6] = .json(deep)
            try changes.insert(values, into: CityEntity.name)
        }
        try store.database.close()
        let files = store.files.contents(of: TestStore.path)
        #expect(Self.limit({ _ in }, files)?.code == .corrupt)
        #expect(Self.limit({ $0.jsonDepth = 41 }, files) == nil)
    }

    @Test func `size limits also apply to trusted stores`() throws {
        let (files, _) = try SalvageFixture.make()
        var options = Database.Options()
        options.limits.segmentSize = 5000
        let code = DatabaseTests.code {
            _ = try Database(
                at: TestStore.path, options: options,
                fileSystem: MemoryFileSystem(TestStore.path, files: files))
        }
        #expect(code == .limitReached)
    }

    @Test(arguments: [false, true])
    func `a forged store gives an answer or a typed error`(compacted: Bool) throws {
        let files = try ForgedStoreTests.files(compacted: compacted)
        let cases = Generator<(Int, [ForgedStoreTests.Change])>.tuple(
            .integer(in: 0...7), .array(of: ForgedStoreTests.change, count: 1...4))
        property("untrusted, compacted: \(compacted)", runs: 60, cases) { segment, changes in
            do {
                let store = try Self.open(
                    ForgedStoreTests.forge(files, segment: segment, changes))
                _ = try TestStore.contents(of: store.snapshot())
            } catch let error as StoreError {
                try require(error.file != nil, "an error without a file: \(error)")
            }
        }
    }
}
