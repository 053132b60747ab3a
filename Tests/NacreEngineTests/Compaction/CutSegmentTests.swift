import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The bytes that a recovery copies to a new segment stay at the end of the old file.
@Suite struct CutSegmentTests {
    @Test func `bytes after the valid end of a segment count as dead`() throws {
        let store = try TestStore()
        try store.database.performChanges { try CityEntity.define(in: $0) }
        let text = String(repeating: "x", count: 1_000)
        try store.database.performChanges { changes in
            for id in 0..<500 as Range<Int64> {
                try changes.insert(CityEntity.values(id, text), into: CityEntity.name)
            }
        }
        let again = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: store.fileContents))
        let database = again.database
        #expect(database.recovery?.rewrittenCommits == 1)
        let state = try database.withWriter {
            try $0.compactionState(database.historyHolds, database.keptBytes)
        }
        let sizes = again.fileContents.compactMapValues(\.count)
        let cut = try #require(state.segments.first)
        #expect(cut.entry.ending == .cut)
        #expect(cut.excess > 500_000)
        #expect(cut.length == sizes[FileName.segment(cut.entry.number)])
        _ = try database.compact()
        let size = again.fileContents.filter { $0.key.hasSuffix(".seg") }.reduce(0) {
            $0 + $1.value.count
        }
        #expect(size < 700_000)
    }
}
