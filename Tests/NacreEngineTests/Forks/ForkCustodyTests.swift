import Foundation
import NacreFormat
import Testing

@testable import NacreEngine
@testable import NacreTestSupport

/// A fork shares files with its source, and is taken for another store by backups and consumers.
@Suite struct ForkCustodyTests {
    @Test func `backups of a fork and of its source do not replace each other`() throws {
        let source = try ForkTests.store((0..<4).map { "\($0)" })
        let fork = try ForkTests.fork(source)
        let second = try ForkTests.fork(fork)
        for (one, others) in [
            (source, [fork, second]), (fork, [source, second]), (second, [source, fork]),
        ] {
            let files = MemoryFileSystem()
            _ = try one.database.backup(to: "backup", files: files)
            let before = files.contents(of: "backup")
            for other in others {
                let code = DatabaseTests.code {
                    _ = try other.database.backup(to: "backup", files: files)
                }
                #expect(code == .notAStore)
            }
            #expect(files.contents(of: "backup") == before)
            // The fork id is kept by recoveries, compactions and backups.
            try one.reopenAfterKill()
            try BackupTests.save("more", in: one.database)
            _ = try one.database.compact()
            let report = try one.database.backup(to: "backup", files: files)
            #expect(try report.lastCommit == one.database.snapshot().commit.rawValue)
        }
    }

    @Test func `consumers of the source are dropped in a fork`() throws {
        let source = try ForkTests.store(["a", "b"], policy: .forever)
        let database = source.database
        try database.addConsumer("index", since: nil, limit: .forever)
        try BackupTests.save("c", in: database)
        let commit = try database.snapshot().commit
        try database.addConsumer("late", since: nil, limit: .forever)
        try BackupTests.save("d", in: database)
        for fork in [try ForkTests.fork(source), try ForkTests.fork(source, at: commit)] {
            for name in ["index", "late"] {
                #expect(
                    DatabaseTests.code { _ = try fork.database.place(ofConsumer: name) }
                        == .historyGone)
            }
        }
        #expect(try database.place(ofConsumer: "index").commitNumber > 0)
    }

    @Test func `a place in the commits of the source is refused by a fork that has others`() throws
    {
        let source = try ForkTests.store(["a", "b", "c"], policy: .forever)
        let shared = try source.database.snapshot().token
        try BackupTests.save("d", in: source.database)
        let own = try source.database.snapshot().token
        let fork = try ForkTests.fork(source, at: CommitNumber(shared.commitNumber))
        #expect(DatabaseTests.code { _ = try fork.database.commitFeed(since: own) } == .historyGone)
        try BackupTests.save("e", in: fork.database)
        for token in [own, try fork.database.snapshot().token] {
            let other = token == own ? fork : source
            try BackupTests.save("f", in: other.database)
            #expect(
                DatabaseTests.code { _ = try other.database.commitFeed(since: token) }
                    == .historyGone)
            #expect(DatabaseTests.code { _ = try other.database.commit(of: token) } == .historyGone)
            _ = try other.database.commitFeed(since: shared)
        }
    }

    /// Returns a new directory in which stores can be made.
    private func directory() throws -> URL {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "nacre-fork-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func database(_ url: URL) throws -> Database {
        var options = Database.Options(createsStore: true, segmentSizeNominal: 3000)
        options.durability = .onClose
        return try Database(at: url.path(percentEncoded: false), options: options)
    }

    @Test func `files on a disk are shared and never written again`() throws {
        let parent = try directory()
        defer { try? FileManager.default.removeItem(at: parent) }
        let source = try database(parent.appending(path: "source"))
        for number in 0..<8 { try BackupTests.save("\(number)", in: source) }
        let path = parent.appending(path: "fork").path(percentEncoded: false)
        let report = try source.fork(at: CommitNumber(6), to: path, verifies: true)
        #expect(report.sharedBytes > 2000)
        let numbers = try source.currentManifest().segments.filter { $0.lastCommit.rawValue <= 6 }
        #expect(report.sharedBytes == numbers.reduce(0) { $0 + Int($1.length) })
        let fork = try database(parent.appending(path: "fork"))
        let contents = try TestStore.contents(of: source.snapshot(at: CommitNumber(6)))
        #expect(try TestStore.contents(of: fork.snapshot()) == contents)
        for number in 0..<4 {
            try BackupTests.save("fork \(number)", in: fork)
            try BackupTests.save("source \(number)", in: source)
        }
        let ends = try [fork, source].map { try TestStore.contents(of: $0.snapshot()) }
        _ = try fork.compact()
        _ = try source.erase([(CityEntity.name, .int(3))])
        #expect(try TestStore.contents(of: fork.snapshot()) == ends[0])
        try fork.close()
        try source.close()
        for name in ["source", "fork"] {
            let path = parent.appending(path: name).path(percentEncoded: false)
            let report = try IntegrityChecker(path: path, isDeep: true).run()
            #expect(report.isSound, "\(report.defects)")
        }
        #expect(
            DatabaseTests.code { _ = try database(parent.appending(path: "source")).fork(to: path) }
                == .notAStore)
    }

    @Test(arguments: [4, 1])
    func `a power cut while a fork is made leaves no store or all of it`(number: UInt64) throws {
        let source = try ForkTests.store((0..<5).map { "\($0)" }, policy: .forever)
        let commit = CommitNumber(number)
        let sound = try ForkTests.contents(source, at: commit)
        let cuts = try NewStoreCuts(max: 8, exhaustiveMax: 4, repeatingOnceIn: 7) {
            [.storeNotFound, .notAStore].contains($0)
        } make: {
            _ = try source.database.fork(at: commit, to: "out", files: $0)
        } isWhole: {
            let store = try Database(at: "out", options: .readOnly, fileSystem: $0)
            return try TestStore.contents(of: store.snapshot()) == sound
        }
        #expect(cuts.none > 100 && cuts.whole > 0, "\(cuts)")
    }

    @Test func `a call that fails leaves nothing`() throws {
        let source = try ForkTests.store((0..<5).map { "\($0)" }, policy: .forever)
        func fork(_ plan: FailurePlan) throws -> MemoryFileSystem {
            let files = MemoryFileSystem()
            let failing = FailingFileSystem(files, plan: plan)
            do {
                _ = try source.database.fork(
                    at: CommitNumber(4), to: ForkTests.target, files: failing)
            } catch is StoreError {
                return files
            }
            throw PropertyFailure("the fork was made")
        }
        let plan = FailurePlan()
        _ = try source.database.fork(
            at: CommitNumber(4), to: ForkTests.target,
            files: FailingFileSystem(MemoryFileSystem(), plan: plan))
        var failed = 0
        for call in 1...plan.callCount {
            let files: MemoryFileSystem
            do { files = try fork(FailurePlan(failing: call)) } catch is PropertyFailure {
                // Removing what is no longer needed may fail.
                continue
            }
            failed += 1
            #expect(
                files.contents(of: ForkTests.target)[FileName.manifest] == nil
                    || call >= plan.callCount - 1, "call \(call): \(plan.calls[call - 1])")
        }
        #expect(failed > 20)
    }
}
