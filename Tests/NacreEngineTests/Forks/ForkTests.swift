import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A fork has the state of its commit, and neither store sees what happens to the other one.
@Suite struct ForkTests {
    typealias Contents = [String: [Value: [Value]]]

    static let path = TestStore.path
    /// The path of forks. In memory, paths are compared as texts.
    static let target = "fork"

    /// Makes a store with a commit for each name.
    static func store(_ names: [String], policy: HistoryPolicy? = nil) throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 3000)
        if let policy { try store.database.setHistory(policy) }
        for name in names { try BackupTests.save(name, in: store.database) }
        return store
    }

    /// Makes a fork in memory and opens it.
    static func fork(_ store: TestStore, at commit: CommitNumber? = nil) throws -> TestStore {
        let files = MemoryFileSystem()
        _ = try store.database.fork(at: commit, to: target, verifies: true, files: files)
        return try opened(files)
    }

    static func opened(_ files: MemoryFileSystem) throws -> TestStore {
        let fork = try TestStore(
            files: MemoryFileSystem(path, files: files.contents(of: target)),
            segmentSizeNominal: 3000, seed: 5)
        #expect(fork.database.recovery == nil)
        try fork.checkIntegrity()
        return fork
    }

    static func contents(_ store: TestStore, at commit: CommitNumber) throws -> Contents {
        try TestStore.contents(of: store.database.snapshot(at: commit))
    }

    /// Changes a fork and its source, and checks that neither sees the changes of the other one.
    static func checkIndependent(_ fork: TestStore, _ source: TestStore) throws {
        var before = try source.contents()
        try BackupTests.save("only in the fork", 10..<25, in: fork.database)
        _ = try fork.database.compact()
        #expect(try source.contents() == before)
        before = try fork.contents()
        try BackupTests.save("only in the source", 15..<35, in: source.database)
        _ = try source.database.compact()
        #expect(try fork.contents() == before)
        try fork.reopen()
        #expect(try fork.contents() == before)
        for store in [fork, source] { try store.checkIntegrity() }
    }

    @Test func `a fork has the newest state, and goes on by itself`() throws {
        let source = try Self.store((0..<8).map { "\($0)" })
        let files = MemoryFileSystem()
        let token = try source.database.snapshot().token
        let report = try source.database.fork(to: Self.target, files: files)
        #expect(report.commit == 8 && report.lastCommit == 8)
        #expect(report.sharedBytes == 0 && report.copiedBytes > 8 * 400)
        #expect(report.emptyEntities.isEmpty)
        let fork = try Self.opened(files)
        #expect(try fork.contents() == source.contents())
        #expect(try fork.database.snapshot().token == token)
        try Self.checkIndependent(fork, source)
    }

    @Test func `a checkpoint goes along with the newest state`() throws {
        let source = try Self.store((0..<8).map { "\($0)" })
        try source.database.checkpoint()
        let fork = try Self.fork(source)
        #expect(fork.database.checkpointProblem == nil)
        #expect(try fork.database.currentManifest().checkpoint != nil)
        #expect(try fork.contents() == source.contents())
        let former = try Self.fork(source, at: CommitNumber(3))
        #expect(try former.database.currentManifest().checkpoint == nil)
        #expect(!former.files.contents(of: Self.path).keys.contains { $0.hasSuffix(".ckp") })
    }

    @Test func `each commit that is still in the log can be forked`() throws {
        let source = try Self.store((0..<8).map { "\($0)" })
        #expect(try source.database.currentManifest().segments.count > 2)
        for number in 0...8 as ClosedRange<UInt64> {
            let commit = CommitNumber(number)
            let fork = try Self.fork(source, at: commit)
            #expect(try fork.contents() == Self.contents(source, at: commit))
            #expect(try fork.database.snapshot().commit == commit)
            #expect(
                try fork.database.snapshot().digest
                    == source.database.snapshot(at: commit).digest)
            // The history before it is there, too.
            for former in 0..<number {
                #expect(
                    try Self.contents(fork, at: CommitNumber(former))
                        == Self.contents(source, at: CommitNumber(former)))
            }
            try Self.checkIndependent(fork, source.twinAfterKill())
        }
    }

    @Test func `states in compacted segments can be forked if the history keeps them`() throws {
        let source = try Self.store((0..<8).map { "\($0)" }, policy: .forever)
        _ = try source.database.compact()
        try BackupTests.save("after", 0..<40, in: source.database)
        let last = try source.database.snapshot().commit.rawValue
        for number in 1...last {
            let commit = CommitNumber(number)
            let fork = try Self.fork(source, at: commit)
            #expect(try fork.contents() == Self.contents(source, at: commit))
            #expect(try fork.database.historySettings().policy == .forever)
            for former in 1..<number {
                #expect(
                    try Self.contents(fork, at: CommitNumber(former))
                        == Self.contents(source, at: CommitNumber(former)))
            }
            let commits = try fork.database.commits(CommitSelection()).map(\.token.commitNumber)
            let expected = try source.database.commits(CommitSelection())
                .map(\.token.commitNumber).filter { $0 <= number }
            #expect(commits == expected)
            try Self.checkIndependent(fork, source.twinAfterKill())
        }
    }

    @Test func `marked states can be forked, and states that are gone cannot`() throws {
        let source = try Self.store(["a", "b"])
        try source.database.performChanges { try $0.mark("early") }
        for name in ["c", "d"] { try BackupTests.save(name, in: source.database) }
        try source.database.performChanges { try $0.mark("late") }
        for name in ["e", "f"] { try BackupTests.save(name, in: source.database) }
        _ = try source.database.compact()
        _ = try source.database.compact()
        let marks = try source.database.historySettings().marks
        for (place, mark) in marks.enumerated() {
            let commit = CommitNumber(mark.commit)
            let fork = try Self.fork(source, at: commit)
            #expect(try fork.contents() == Self.contents(source, at: commit))
            #expect(try fork.database.historySettings().marks == Array(marks[...place]))
            for mark in marks[..<place] {
                let former = CommitNumber(mark.commit)
                #expect(try Self.contents(fork, at: former) == Self.contents(source, at: former))
            }
            // States between marks are gone there, too.
            let code = DatabaseTests.code { _ = try Self.contents(fork, at: CommitNumber(1)) }
            #expect(code == .historyGone)
            try Self.checkIndependent(fork, source.twinAfterKill())
        }
        for number in [1, marks[0].commit + 1, marks[1].commit - 1] {
            let files = MemoryFileSystem()
            let error = #expect(throws: StoreError.self) {
                try source.database.fork(at: CommitNumber(number), to: Self.target, files: files)
            }
            #expect(error?.code == .historyGone && error?.file == Self.path)
            #expect(files.contents(of: Self.target).isEmpty)
        }
    }

    @Test func `a commit that does not exist yet is refused`() throws {
        let source = try Self.store(["a"])
        let files = MemoryFileSystem()
        let code = DatabaseTests.code {
            _ = try source.database.fork(at: CommitNumber(2), to: Self.target, files: files)
        }
        #expect(code == .invalidValue)
        #expect(files.contents(of: Self.target).isEmpty)
    }

    @Test func `a fork replaces nothing`() throws {
        let source = try Self.store(["a"])
        let other = try Self.store(["b"]).files.contents(of: Self.path)
        for there in [other, ["letter.txt": [1]]] {
            let files = MemoryFileSystem(Self.target, files: there)
            let code = DatabaseTests.code {
                _ = try source.database.fork(to: Self.target, files: files)
            }
            #expect(code == .notAStore)
            #expect(files.contents(of: Self.target) == there)
        }
        let inside = DatabaseTests.code {
            _ = try source.database.fork(to: Self.path + "/fork", files: source.files)
        }
        #expect(inside == .notAStore)
    }

    @Test func `an empty store can be forked`() throws {
        let source = try TestStore()
        let fork = try Self.fork(source)
        try Self.checkIndependent(fork, source)
    }

    @Test func `a store that is open for reading only can be forked beside its writer`() throws {
        let source = try Self.store((0..<4).map { "\($0)" })
        let reader = try Database(at: Self.path, options: .readOnly, fileSystem: source.files)
        try BackupTests.save("later", in: source.database)
        _ = try source.database.compact()
        let files = MemoryFileSystem()
        let report = try reader.fork(to: Self.target, files: files)
        #expect(report.commit == 5)
        #expect(try Self.opened(files).contents() == source.contents())
    }

    @Test func `entities without history are empty in a fork of a former state`() throws {
        let source = try Self.store([], policy: .forever)
        try source.database.performChanges { try TestStore.defineNamed("Cache", in: $0) }
        try source.database.setHistory(.none, of: "Cache")
        let long = String(long: "c", count: 70_000)
        for number in 0..<6 as Range<Int64> {
            try BackupTests.save("\(number)", in: source.database)
            try source.database.performChanges { changes in
                // Ids move to other rows.
                for id in 0..<4 as Range<Int64> {
                    _ = try changes.delete(.int(id + number), from: "Cache")
                    let text = id == 0 ? long : "c"
                    try changes.save(
                        [.int(id + number + 1), .string("\(text)\(id)")], in: "Cache")
                }
            }
        }
        _ = try source.database.compact()
        try BackupTests.save("last", in: source.database)
        let last = try source.database.snapshot().commit.rawValue
        for number in 4..<last {
            let commit = CommitNumber(number)
            let files = MemoryFileSystem()
            let report = try source.database.fork(at: commit, to: Self.target, files: files)
            #expect(report.commit == number)
            #expect(report.emptyEntities == ["Cache"])
            let fork = try Self.opened(files)
            let past = try source.database.snapshot(at: commit)
            let contents = try fork.contents()
            #expect(contents["Cache"]?.isEmpty == true)
            #expect(try contents["City"]?.count == past.count("City"))
            try fork.database.performChanges { changes in
                try changes.save([.int(4), .string("new")], in: "Cache")
            }
            try Self.checkIndependent(fork, source.twinAfterKill())
        }
    }

    @Test func `a state that breaks the present rules on unique values is refused`() throws {
        let source = try TestStore()
        try source.database.performChanges { changes in
            try TestStore.defineNamed("Town", in: changes)
            let schema = try changes.schema(of: "Town")
            try changes.redefine(
                "Town", attributes: schema.attributes.map { $0.with(isUnique: false) })
            for id in 1...2 as ClosedRange<Int64> {
                try changes.insert([.int(id), .string("Bern")], into: "Town")
            }
        }
        try source.database.performChanges { changes in
            try changes.delete(.int(2), from: "Town")
            let schema = try changes.schema(of: "Town")
            try changes.redefine(
                "Town", attributes: schema.attributes.map { $0.with(isUnique: true) })
        }
        let files = MemoryFileSystem()
        let code = DatabaseTests.code {
            _ = try source.database.fork(at: CommitNumber(1), to: Self.target, files: files)
        }
        #expect(code == .uniqueViolation)
        #expect(files.contents(of: Self.target).isEmpty)
        let fork = try Self.fork(source, at: CommitNumber(2))
        #expect(try fork.contents() == source.contents())
    }

    @Test func `a fork of a former state has the present schemas`() throws {
        let source = try Self.store(["a", "b"])
        try source.database.performChanges { changes in
            let added = AttributeSchema(
                id: AttributeID(8), name: "more", type: .scalar(.int64), isNullable: true)
            try changes.redefine("City", attributes: CityEntity.attributes + [added])
            try TestStore.defineNamed("Town", in: changes)
        }
        let fork = try Self.fork(source, at: CommitNumber(1))
        #expect(try fork.contents() == Self.contents(source, at: CommitNumber(1)))
        #expect(try fork.contents()["Town"]?.isEmpty == true)
        try fork.database.performChanges { changes in
            try changes.save([.int(1), .string("x")], in: "Town")
        }
        try fork.checkIntegrity()
    }

    @Test func `what a fork's source had to erase is erased in the fork`() throws {
        let source = try Self.store((0..<6).map { "\($0)" }, policy: .forever)
        let mark = "<erased>"
        try source.database.performChanges { changes in
            try changes.save(CityEntity.values(99, mark), in: CityEntity.name)
        }
        try BackupTests.save("later", in: source.database)
        let before = try source.database.snapshot().commit
        let fork = try Self.fork(source)
        _ = try source.database.erase([(CityEntity.name, .int(99))])
        #expect(source.files(with: mark).isEmpty)
        // A fork from before the erase is a store of its own.
        #expect(!fork.files(with: mark).isEmpty)
        _ = try fork.database.erase([(CityEntity.name, .int(99))])
        #expect(fork.files(with: mark).isEmpty)
        let late = try Self.fork(source, at: before)
        #expect(late.files(with: mark).isEmpty)
        #expect(try late.contents() == Self.contents(source, at: before))
    }
}
