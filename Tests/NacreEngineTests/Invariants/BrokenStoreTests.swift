import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A store whose own memory contradicts itself. It must stop before it writes anything, and keep
/// what was acknowledged.
@Suite struct BrokenStoreTests {
    /// A way to break a store, and the invariant that is found broken.
    struct Break: Sendable, CustomTestStringConvertible {
        let invariant: String
        let apply: @Sendable (Changes) -> Void

        var testDescription: String { invariant }
    }

    static let ofCommits = [
        Break(invariant: "SegmentWriter, invariant 4") { $0.writer.log.active.breakInvariant(4) },
        Break(invariant: "CommitWriter, invariant 1") { $0.commit.breakInvariant(1) },
        Break(invariant: "Log, invariant 2") { $0.writer.log.breakInvariant(2) },
        Break(invariant: "Writer, invariant 3") { changes in
            changes.writer.advance(
                to: CommitNumber(changes.writer.lastCommit.rawValue + 5), time: 0,
                digest: changes.writer.lastDigest)
        },
    ]

    private static func makeStore() throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 1500)
        for number in 0..<4 {
            let first = Int64(number * 10)
            try CompactionTests.save(first..<first + 10, "city", in: store.database)
        }
        return store
    }

    private static func expectStopped(
        _ invariant: String, _ body: () throws -> Void,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: StoreError.self, sourceLocation: location) { try body() }
        #expect(error?.code == .internal, sourceLocation: location)
        #expect(
            error?.cause?.hasPrefix(invariant) == true, "\(error?.description ?? "none")",
            sourceLocation: location)
    }

    /// Checks that nothing works but reading, that nothing is written, and that the store is whole
    /// when it is opened again.
    private static func expectStopped(
        _ invariant: String, _ store: TestStore, _ contents: [String: [Value: [Value]]]
    ) throws {
        let files = store.files.contents(of: TestStore.path)
        expectStopped(invariant) { try CompactionTests.save(90..<91, "city", in: store.database) }
        expectStopped(invariant) { _ = try store.database.compactStep() }
        expectStopped(invariant) { try store.database.checkpoint() }
        #expect(try store.contents() == contents)
        let now = store.files.contents(of: TestStore.path)
        #expect(now.filter { files[$0.key] != $0.value }.keys.sorted() == [])
        try store.reopen()
        #expect(try store.contents() == contents)
        try store.checkIntegrity()
        try CompactionTests.save(90..<91, "city", in: store.database)
    }

    @Test(arguments: ofCommits)
    func `a commit of a broken writer is not written`(_ broken: Break) throws {
        let store = try Self.makeStore()
        let contents = try store.contents()
        Self.expectStopped(broken.invariant) {
            do {
                try store.database.performChanges { changes in
                    try changes.save(CityEntity.values(50, "lost"), in: CityEntity.name)
                    broken.apply(changes)
                }
            } catch let error as StoreError {
                #expect(error.outcome == .notCommitted)
                throw error
            }
        }
        try Self.expectStopped(broken.invariant, store, contents)
    }

    @Test func `a manifest that could not be read again is not written`() throws {
        let store = try Self.makeStore()
        let contents = try store.contents()
        Self.expectStopped("Log, invariant 4") {
            try store.database.withWriter { writer in
                writer.log.breakInvariant(4)
                do throws(FileError) { try writer.roll() } catch {
                    throw writer.recordFailure(error)
                }
            }
        }
        try Self.expectStopped("Log, invariant 4", store, contents)
    }

    @Test func `a checkpoint that contradicts itself is not written, and stops the store`() throws {
        let store = try Self.makeStore()
        let contents = try store.contents()
        // The published version has one entry more than its tree counts.
        let former = try store.database.snapshot().version
        var roots = former.roots
        roots[1].ids.setRoot(roots[1].ids.rootNode, count: roots[1].ids.count - 1)
        let head = Version.Head(
            roots: roots, trees: former.trees, unbuilt: former.unbuilt, catalog: former.catalog)
        let broken = Version(
            stamp: former.stamp, commit: former.commit, time: former.time, digest: former.digest,
            head: head, segments: former.segments, usage: former.usage, logEnd: former.logEnd,
            context: former.context, basis: former)
        store.database.published.replace(by: broken)
        Self.expectStopped("CheckpointWriter, invariant 2") { try store.database.checkpoint() }
        store.database.published.replace(by: former)
        try Self.expectStopped("CheckpointWriter, invariant 2", store, contents)
    }

    @Test func `a broken syncer publishes and syncs nothing more`() throws {
        let store = try Self.makeStore()
        let contents = try store.contents()
        try #require(store.database.syncer).breakInvariant(4)
        Self.expectStopped("Syncer, invariant 4") {
            do { try CompactionTests.save(50..<51, "city", in: store.database) } catch let error
                as StoreError
            {
                // It is in the file.
                #expect(error.outcome == .unknown)
                throw error
            }
        }
        #expect(try store.contents() == contents)
        Self.expectStopped("Syncer, invariant 4") {
            try CompactionTests.save(90..<91, "city", in: store.database)
        }
        try store.reopenAfterKill()
        #expect(try store.contents()[CityEntity.name]?.count == 41)
        try store.checkIntegrity()
    }
}
