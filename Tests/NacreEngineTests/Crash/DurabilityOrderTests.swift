import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// The order of writes, syncs, renames and removals: each step that makes something durable
/// precedes every step that relies on it.
@Suite struct DurabilityOrderTests {
    static func save(_ store: Database, _ name: String) throws {
        try store.performChanges { changes in
            if changes.catalog[CityEntity.name] == nil { try CityEntity.define(in: changes) }
            try changes.save(CityEntity.values(1, name), in: CityEntity.name)
        }
    }

    /// Returns the modifying calls made while `body` runs on a store of one commit.
    static func calls(
        of body: (Database) throws -> Void, segmentSizeNominal: Int? = nil
    ) throws -> [String] {
        let plan = FailurePlan()
        let store = try Database(
            at: TestStore.path,
            options: Database.Options(
                createsStore: true, segmentSizeNominal: segmentSizeNominal),
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable())
        try save(store, "first")
        let before = plan.callCount
        try body(store)
        return Array(plan.calls.dropFirst(before))
    }

    @Test func `a commit is one write and one sync`() throws {
        #expect(
            try Self.calls { try Self.save($0, "second") } == [
                "write", "sync commit",
            ])
    }

    @Test func `closing writes its mark and syncs nothing`() throws {
        #expect(
            try Self.calls { try $0.close() } == ["write", "setSize"])
    }

    @Test func `a roll syncs commit and seal, makes the next segment, and publishes both`() throws {
        let calls = try Self.calls(
            of: { try Self.save($0, String(long: "x", count: 2000)) },
            segmentSizeNominal: 2000)
        #expect(
            calls == [
                "write", "create 00000002.seg", "setSize", "write", "write", "sync seal",
                "setSize", "write", "sync newSegment",
                "sync newSegmentEntry", "remove manifest.new", "create manifest.new", "write",
                "sync manifest", "rename manifest manifest.old", "rename manifest.new manifest",
                "sync manifestEntry",
            ])
    }

    static let newManifest = [
        "remove manifest.new", "create manifest.new", "write", "sync manifest",
        "rename manifest manifest.old", "rename manifest.new manifest", "sync manifestEntry",
    ]

    @Test func `a compaction removes its inputs only after its outputs are published`() throws {
        let calls = try Self.calls { _ = try $0.compact() }
        let roll =
            [
                "create 00000002.seg", "setSize", "write", "write", "sync seal", "setSize", "write",
                "sync newSegment", "sync newSegmentEntry",
            ] + Self.newManifest
        let output = [
            "create 00000003.seg", "setSize", "write", "write", "write", "setSize",
            "sync compactionOutput", "sync newSegmentEntry",
        ]
        #expect(calls == roll + output + Self.newManifest + ["remove 00000001.seg"])
    }

    /// The commit that makes a record dead is durable before the record is left out.
    @Test func `a compaction syncs the log before its output depends on it`() throws {
        let plan = FailurePlan()
        var options = Database.Options(createsStore: true, segmentSizeNominal: 2000)
        options.durability = .onClose
        let store = try Database(
            at: TestStore.path, options: options,
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable())
        try Self.save(store, String(long: "x", count: 2000))
        try Self.save(store, "second")
        let before = plan.callCount
        try store.compact(segments: 0..<1)
        let calls = Array(plan.calls.dropFirst(before))
        #expect(calls.first == "sync logBeforeManifest")
        #expect(calls.suffix(8) == (Self.newManifest + ["remove 00000001.seg"])[...])
        let again = plan.callCount
        try store.compact(segments: 0..<1)
        #expect(!plan.calls.dropFirst(again).contains("sync logBeforeManifest"))
    }

    @Test func `a recovery makes the copied tail durable before it publishes it`() throws {
        let store = try TestStore()
        try Self.save(store.database, "first")
        let plan = FailurePlan()
        let files = MemoryFileSystem(
            TestStore.path, files: store.files.contents(of: TestStore.path))
        _ = try Database(
            at: TestStore.path, fileSystem: FailingFileSystem(files, plan: plan),
            environment: .repeatable())
        #expect(
            plan.calls == [
                "sync manifestEntry", "create 00000002.seg", "setSize",
                "write", "write", "sync recoveredTail",
                "write", "setSize", "sync newSegmentEntry",
                "remove manifest.new", "create manifest.new", "write", "sync manifest",
                "rename manifest manifest.old", "rename manifest.new manifest",
                "sync manifestEntry", "remove 00000001.seg",
            ])
    }
}
