import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Every call of a compaction fails once. Before the manifest takes its name, the store continues
/// as if nothing had been tried; afterwards it is poisoned. Nothing is lost in either case.
@Suite struct CompactionFailureTests {
    static func open(_ files: some FileSystem) throws -> Database {
        try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, segmentSizeNominal: 900),
            fileSystem: files, environment: .repeatable())
    }

    static func fill(_ store: Database) throws {
        for round in 0..<4 {
            try CompactionTests.save(0..<10, "round \(round)", in: store)
        }
        try store.performChanges { changes in
            for id in Int64(3)..<6 { try changes.delete(.int(id), from: CityEntity.name) }
        }
        try CompactionTests.save(0..<2, "last", in: store)
    }

    static func compact(_ store: Database) throws { try store.compact(segments: 0..<4) }

    /// Returns the calls of a compaction that succeeds.
    static func calls() throws -> [String] {
        let plan = FailurePlan()
        let store = try open(FailingFileSystem(MemoryFileSystem(), plan: plan))
        try fill(store)
        let before = plan.callCount
        try compact(store)
        return Array(plan.calls.dropFirst(before))
    }

    @Test func `a failing call of a compaction loses nothing`() throws {
        let calls = try Self.calls()
        let manifest = try #require(calls.firstIndex(of: "rename manifest manifest.old"))
        #expect(manifest > 10)
        for (index, call) in calls.enumerated() {
            let files = MemoryFileSystem()
            let plan = FailurePlan()
            let store = try Self.open(FailingFileSystem(files, plan: plan))
            try Self.fill(store)
            let contents = try TestStore.contents(of: store.snapshot())
            plan.fail(after: index)
            var failed = false
            do { try Self.compact(store) } catch is StoreError { failed = true }
            plan.disarm()
            let isIgnored = call.hasPrefix("remove")
            #expect(failed == !isIgnored, "\(call)")
            #expect(try TestStore.contents(of: store.snapshot()) == contents, "\(call)")
            let isPoisoned = !isIgnored && index >= manifest
            if isPoisoned {
                let error = #expect(throws: StoreError.self) {
                    try CompactionTests.save(0..<1, "more", in: store)
                }
                #expect(error?.code == .poisoned, "\(call)")
            } else {
                try Self.goOn(store, files, call)
            }
            let expected = try TestStore.contents(of: store.snapshot())
            let twin = MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path))
            let again = try Self.open(twin)
            #expect(try TestStore.contents(of: again.snapshot()) == expected, "\(call)")
            try again.close()
            let report = try IntegrityChecker(path: TestStore.path, fileSystem: twin).run()
            #expect(report.isSound, "\(call): \(report.defects)")
            #expect(report.notes.isEmpty, "\(call): \(report.notes)")
        }
    }

    /// Checks that an unfinished compaction leaves no file, and that the next attempt succeeds.
    static func goOn(_ store: Database, _ files: MemoryFileSystem, _ call: String) throws {
        if !call.hasPrefix("remove") {
            let named = Set(try store.statistics().segments.map { FileName.segment($0.number) })
            let present = files.contents(of: TestStore.path).keys.filter {
                FileName.segmentNumber($0) != nil
            }
            #expect(Set(present) == named, "\(call)")
        }
        try CompactionTests.save(0..<1, "more", in: store)
        _ = try store.compact()
    }

    /// A segment that was closed and is sealed without another commit needs an open frame between.
    @Test(arguments: [false, true])
    func `a store that is killed at any call of a compaction opens unchanged`(
        isClosedBefore: Bool
    ) throws {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        var store = try Self.open(FailingFileSystem(files, plan: plan))
        try Self.fill(store)
        let contents = try TestStore.contents(of: store.snapshot())
        if isClosedBefore {
            try store.close()
            store = try Self.open(FailingFileSystem(files, plan: plan))
        }
        let images = Mutex<[[String: [UInt8]]]>([])
        plan.beforeCalls { _ in
            let image = files.contents(of: TestStore.path)
            images.withLock { $0.append(image) }
        }
        _ = try store.compact()
        let all = images.withLock { $0 }
        #expect(all.count > 20)
        for (index, image) in all.enumerated() {
            let twin = MemoryFileSystem(TestStore.path, files: image)
            let again = try Self.open(twin)
            #expect(try TestStore.contents(of: again.snapshot()) == contents, "call \(index)")
            try again.close()
            let report = try IntegrityChecker(path: TestStore.path, fileSystem: twin).run()
            #expect(report.isSound, "call \(index): \(report.defects)")
        }
    }

    @Test func `a cancelled compaction leaves the store unchanged`() throws {
        let store = try TestStore(segmentSizeNominal: 900)
        try Self.fill(store.database)
        let contents = try store.contents()
        var asked = 0
        while true {
            var left = asked
            asked += 1
            do {
                _ = try store.database.compact(isCancelled: {
                    left -= 1
                    return left < 0
                })
                break
            } catch let error as StoreError {
                #expect(error.code == .cancelled)
            }
            #expect(try store.contents() == contents)
            #expect(try store.twinAfterKill().contents() == contents)
        }
        #expect(asked > 10)
        #expect(try store.contents() == contents)
        try store.checkIntegrity()
    }

    @Test func `the progress callback of a compaction cannot close the store`() throws {
        let store = try TestStore(segmentSizeNominal: 900)
        try Self.fill(store.database)
        let contents = try store.contents()
        var codes: [StoreError.Code?] = []
        _ = try store.database.compact(progress: { _, _ in
            codes.append(DatabaseTests.code { try store.database.close() })
        })
        #expect(codes.count > 3)
        #expect(codes.allSatisfy { $0 == .nestedChanges })
        #expect(try store.contents() == contents)
        try store.reopen()
        #expect(try store.contents() == contents)
        try store.checkIntegrity()
    }

    @Test func `a background error appears in the statistics, and commits continue`() throws {
        let plan = FailurePlan()
        var options = Database.Options(createsStore: true, segmentSizeNominal: 900)
        options.maintenance = .inline
        options.compaction.slack = 0
        let store = try Database(
            at: TestStore.path, options: options,
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable())
        try CompactionTests.save(0..<10, "round", in: store)
        plan.failAll("sync compactionOutput")
        for round in 0..<6 { try CompactionTests.save(0..<10, "round \(round)", in: store) }
        let error = try #require(store.statistics().lastMaintenanceError)
        #expect(error.code == .io)
        #expect(try store.statistics().compactions.compactions == 0)
        plan.disarm()
        for round in 0..<40 { try CompactionTests.save(0..<10, "round \(round)", in: store) }
        #expect(try store.statistics().lastMaintenanceError == nil)
        #expect(try store.statistics().compactions.compactions > 0)
    }

    @Test func `a compaction that fails again and again stays in the statistics`() throws {
        let plan = FailurePlan()
        var options = Database.Options(createsStore: true, segmentSizeNominal: 900)
        options.maintenance = .inline
        options.compaction.slack = 0
        let files = MemoryFileSystem()
        let store = try Database(
            at: TestStore.path, options: options,
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
        try CompactionTests.save(0..<10, "round", in: store)
        var failures = 0
        for round in 0..<40 {
            // Only a compaction's manifest: that of a roll would poison the store.
            plan.beforeCalls { call in
                if call == "sync compactionOutput" { plan.failAll("create manifest.new") }
            }
            try CompactionTests.save(0..<10, "round \(round)", in: store)
            plan.disarm()
            let hasFailed = plan.calls.contains("sync compactionOutput")
            #expect(try (store.statistics().lastMaintenanceError != nil) == hasFailed)
            failures = plan.calls.count { $0 == "sync compactionOutput" }
        }
        #expect(failures > 1)
        #expect(try store.statistics().compactions.compactions == 0)
        plan.beforeCalls { _ in }
        // After each consecutive failure, maintenance waits twice as long before it tries again.
        var more = 0
        while try store.statistics().lastMaintenanceError != nil, more < 300 {
            try CompactionTests.save(0..<10, "more \(more)", in: store)
            more += 1
        }
        #expect(try store.statistics().lastMaintenanceError == nil)
        #expect(try store.statistics().compactions.compactions > 0)
        let report = try IntegrityChecker(path: TestStore.path, fileSystem: files).run()
        #expect(report.isSound, "\(report.defects)")
    }

    @Test func `a record that opening skipped is checked before it is copied`() throws {
        let sound = try CheckpointTests.store()
        try sound.database.close()
        let forged = try ForgedStore(sound.files.contents(of: TestStore.path))
        var bytes = forged.bytes(ofSegment: 0)
        let place = try bytes.withView { view in
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            while case .frame(let frame) = scanner.next() {
                var group = frame.group
                if frame.header.kind == .records, let (_, place) = try group.next() { return place }
            }
            return 0
        }
        // The record claims to have wide ends, and no checksum shows that it has not.
        bytes[place + RecordFields.kind.offset] ^= RecordFlags.wide.rawValue
        let files = try #require(forged.replacing(segment: 0, with: bytes))
        let store = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        #expect(store.database.checkpointProblem == nil)
        #expect(DatabaseTests.code { try store.database.compact(segments: 0..<1) } == .corrupt)
    }
}
