import NacreFormat
import Testing

@testable import NacreEngine
@testable import NacreTestSupport

/// A backup without history has the present objects, and nothing of former ones.
@Suite struct PresentBackupTests {
    typealias Contents = [String: [Value: [Value]]]

    /// Makes a store in several segments with former versions, deleted objects and external values.
    private static func store(policy: HistoryPolicy = .forever) throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 3000)
        let database = store.database
        try database.setHistory(policy)
        for number in 0..<5 { try BackupTests.save("former \(number)", in: database) }
        try database.performChanges { changes in
            let long = String(long: "long", count: 70_000)
            try changes.save(CityEntity.values(50, long), in: CityEntity.name)
            try changes.mark("early")
            for id in 2..<8 as Range<Int64> { try changes.delete(.int(id), from: CityEntity.name) }
        }
        try BackupTests.save("present", 4..<20, in: database)
        return store
    }

    private static func backUp(
        _ store: TestStore, _ files: any FileSystem, keepsHistory: Bool = false
    ) throws -> BackupReport {
        try store.database.backup(to: "backup", keepsHistory: keepsHistory, files: files)
    }

    private static func check(_ files: MemoryFileSystem, _ contents: Contents) throws {
        #expect(try BackupTests.contents(files) == contents)
        let report = try IntegrityChecker(path: "backup", isDeep: true, fileSystem: files).run()
        #expect(report.isSound, "\(report.defects)")
    }

    private static func has(_ text: String, _ files: MemoryFileSystem) -> Bool {
        files.contents(of: "backup").values.contains { bytes in
            String(decoding: bytes, as: Unicode.ASCII.self).contains(text)
        }
    }

    @Test func `it is the newest commit, and keeps states from there on`() throws {
        let store = try Self.store()
        try store.database.addConsumer("late", since: nil, limit: .forever)
        try BackupTests.save("present", 9..<10, in: store.database)
        try store.database.addConsumer("next", since: nil, limit: .forever)
        let files = MemoryFileSystem()
        try store.database.recordCopy(.backup, path: "backup", commit: .none, files: files)
        let full = MemoryFileSystem()
        let copied = try Self.backUp(store, full, keepsHistory: true)
        let report = try Self.backUp(store, files)
        #expect(report.lastCommit == copied.lastCommit && report.isRecorded)
        #expect(report.copiedBytes < copied.copiedBytes && report.keptSegments == 0)
        try Self.check(files, store.contents())
        #expect(Self.has("former 2", full) && !Self.has("former 2", files))

        let restored = try Database(at: "backup", fileSystem: files)
        #expect(restored.recovery == nil)
        let newest = try store.database.snapshot()
        #expect(try restored.snapshot().token == newest.token)
        let settings = try restored.historySettings()
        #expect(settings.policy == .forever && settings.marks.isEmpty)
        #expect(try restored.horizon().commit == newest.commit)
        #expect(
            BackupTests.code { _ = try restored.snapshot(at: CommitNumber(5)) } == .historyGone)
        for name in ["late", "next"] {
            let code = BackupTests.code { _ = try restored.place(ofConsumer: name) }
            #expect(code == .historyGone)
        }
        for number in 0..<4 { try BackupTests.save("later \(number)", in: restored) }
        _ = try restored.compact()
        let past = try TestStore.contents(of: restored.snapshot(at: newest.commit))
        #expect(try past == store.contents())
        try restored.close()
    }

    @Test func `the next backup makes only segments again that have changed`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        try store.database.recordCopy(.backup, path: "backup", commit: .none, files: files)
        let first = try Self.backUp(store, files)
        let again = try Self.backUp(store, files)
        #expect(again.keptSegments > 0 && again.copiedBytes < first.copiedBytes / 2)
        try Self.check(files, store.contents())
        // Its objects are in the segments before.
        try BackupTests.save("newer", 10..<12, in: store.database)
        let third = try Self.backUp(store, files)
        #expect(third.removedSegments > 0)
        try Self.check(files, store.contents())
        #expect(!Self.has("former 2", files))
        _ = try store.database.compact()
        _ = try Self.backUp(store, files)
        try Self.check(files, store.contents())
        let names = files.contents(of: "backup").keys
        #expect(!names.contains { $0.hasSuffix(".new") })
    }

    @Test func `an object that is erased is not in the next one`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        try BackupTests.save("<erased>", 30..<31, in: store.database)
        try BackupTests.save("others", 40..<60, in: store.database)
        _ = try Self.backUp(store, files)
        #expect(Self.has("<erased>", files))
        _ = try store.database.erase([(CityEntity.name, .int(30))])
        _ = try Self.backUp(store, files)
        #expect(!Self.has("<erased>", files))
        try Self.check(files, store.contents())
    }

    @Test func `each backup may have the history or not`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        for (round, keepsHistory) in [true, false, false, true, true, false].enumerated() {
            try BackupTests.save("round \(round)", 0..<3, in: store.database)
            if round == 4 { _ = try store.database.compact() }
            _ = try Self.backUp(store, files, keepsHistory: keepsHistory)
            try Self.check(files, store.contents())
            let copy = try BackupTests.open(files)
            let code = BackupTests.code { _ = try copy.snapshot(at: CommitNumber(4)) }
            #expect(code == (keepsHistory ? nil : .historyGone))
        }
    }

    @Test func `stores without objects, without policies, and closed ones are copied`() throws {
        let empty = try TestStore()
        let files = MemoryFileSystem()
        let source = empty.files.contents(of: TestStore.path)
        _ = try Database.backup(
            from: TestStore.path, to: "backup", keepsHistory: false, fileSystem: empty.files,
            files: files)
        #expect(try BackupTests.open(files).snapshot().commit == .none)
        #expect(empty.files.contents(of: TestStore.path) == source)
        let plain = try TestStore(segmentSizeNominal: 3000)
        for number in 0..<5 { try BackupTests.save("\(number)", in: plain.database) }
        try plain.database.close()
        let other = MemoryFileSystem()
        _ = try Database.backup(
            from: TestStore.path, to: "backup", keepsHistory: false, fileSystem: plain.files,
            files: other)
        let opened = try Database(at: TestStore.path, options: .readOnly, fileSystem: plain.files)
        try Self.check(other, TestStore.contents(of: opened.snapshot()))
        #expect(try BackupTests.open(other).historySettings().policy == .none)
    }

    @Test func `a copy that was written to is kept, and a damaged store is not copied`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        _ = try Self.backUp(store, files)
        let copy = try Database(at: "backup", fileSystem: files)
        try BackupTests.save("only here", 90..<91, in: copy)
        try copy.close()
        let before = files.contents(of: "backup")
        #expect(BackupTests.code { _ = try Self.backUp(store, files) } == .notAStore)
        #expect(files.contents(of: "backup") == before)

        var source = store.files.contents(of: TestStore.path)
        source["00000001.seg"]?[400] ^= 1
        let damaged = MemoryFileSystem(TestStore.path, files: source)
        let target = MemoryFileSystem()
        let code = BackupTests.code {
            _ = try Database.backup(
                from: TestStore.path, to: "backup", keepsHistory: false, fileSystem: damaged,
                files: target)
        }
        #expect(code == .corrupt)
        #expect(target.contents(of: "backup")[FileName.manifest] == nil)
    }

    // MARK: Interruptions

    @Test func `a power cut leaves the former backup or the new one`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        try store.database.recordCopy(.backup, path: "backup", commit: .none, files: files)
        _ = try Self.backUp(store, files)
        let former = try store.contents()
        let image = CrashImage(
            files.contents(of: "backup").map { name, bytes in
                CrashImage.File(name: name, state: FileState(bytes))
            })
        try BackupTests.save("newer", 5..<15, in: store.database)
        let newer = try store.contents()
        let disk = SimulatedDisk(image, keepsPoints: true)
        _ = try Self.backUp(store, disk)
        var (formerCount, newCount) = (0, 0)
        for point in disk.takePoints() + [disk.point] {
            for image in point.barestImages + [point.state.shown.durableImage] {
                let cut = SimulatedDisk(image)
                let found = try Database(at: "backup", options: .readOnly, fileSystem: cut)
                let contents = try TestStore.contents(of: found.snapshot())
                if contents == former { formerCount += 1 } else { newCount += 1 }
                #expect(contents == former || contents == newer)
                guard (formerCount + newCount).isMultiple(of: 9) else { continue }
                _ = try Self.backUp(store, cut)
                let next = try Database(at: "backup", options: .readOnly, fileSystem: cut)
                #expect(try TestStore.contents(of: next.snapshot()) == newer)
            }
        }
        #expect(formerCount > 20 && newCount > 5, "\(formerCount) former, \(newCount) new")
    }

    @Test func `a call that fails leaves the former backup or the new one`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        try store.database.recordCopy(.backup, path: "backup", commit: .none, files: files)
        _ = try Self.backUp(store, files)
        let (start, former) = (files.contents(of: "backup"), try store.contents())
        try BackupTests.save("newer", 5..<15, in: store.database)
        let newer = try store.contents()
        let plan = FailurePlan()
        _ = try Self.backUp(
            store, FailingFileSystem(MemoryFileSystem("backup", files: start), plan: plan))
        var failed = 0
        for call in 1...plan.callCount {
            let files = MemoryFileSystem("backup", files: start)
            let failing = FailingFileSystem(files, plan: FailurePlan(failing: call))
            do { _ = try Self.backUp(store, failing) } catch is StoreError { failed += 1 }
            let contents = try BackupTests.contents(files)
            #expect(contents == former || contents == newer, "\(plan.calls[call - 1])")
            _ = try Self.backUp(store, files)
            try Self.check(files, newer)
        }
        #expect(failed > 20)
    }
}
