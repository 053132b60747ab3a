import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A compaction leaves out records that a later commit has made dead, so the store needs that
/// commit.
@Suite struct PurgedLogTests {
    @Test func `a log that ends before the commit that a compaction relied on is refused`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.insert(CityEntity.values(1, "first"), into: CityEntity.name)
        }
        _ = try store.database.compact()
        try store.database.close()
        var files = store.files.contents(of: TestStore.path)
        var manifest = try Manifest.decode(try #require(files[FileName.manifest]))
        let purged = try #require(manifest.segments.first?.purgedAsOf)
        _ = try Database(
            at: TestStore.path, fileSystem: MemoryFileSystem(TestStore.path, files: files))
        manifest.segments[0].purgedAsOf = CommitNumber(purged.rawValue + 1)
        files[FileName.manifest] = manifest.encoded
        for options in [Database.Options(), .readOnly] {
            do {
                _ = try Database(
                    at: TestStore.path, options: options,
                    fileSystem: MemoryFileSystem(TestStore.path, files: files))
                Issue.record("it opens")
            } catch let error as StoreError {
                #expect(error.code == .corrupt)
                #expect(error.message.hasPrefix("The log ends before commit 2"))
            }
        }
    }
}
