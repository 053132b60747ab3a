import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// After an erase, no file of the store holds the values of the object, wherever they were.
@Suite struct EraseTests {
    private static let secret = "the-secret-of-4711"
    private static let entity = PastSnapshotTests.entity

    private static func values(_ id: Int64, _ name: String) -> [Value] {
        [.int(id), .string(name), .int(id), .null]
    }

    /// Makes a store with versions of an object in several segments, in a checkpoint, in an
    /// external value, and in a tail that a recovery has cut off.
    private static func store(_ policy: HistoryPolicy) throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 3000)
        try store.database.performChanges { changes in
            try changes.define(
                entity, attributes: PastSnapshotTests.attributes, id: "id",
                indexes: [["name"], ["population"]])
            try changes.setHistory(policy)
        }
        for round in 0..<6 {
            try store.database.performChanges { changes in
                for id in 0..<20 as Range<Int64> {
                    let name = id == 7 ? "\(secret) \(round)" : "town \(id) \(round)"
                    _ = try changes.save(values(id, name), in: entity)
                }
            }
            if round == 2 { _ = try store.database.compact() }
            if round == 3 {
                let long = secret + String(repeating: "x", count: 70_000)
                try store.database.performChanges { changes in
                    _ = try changes.save(values(7, long), in: entity)
                }
            }
            if round == 4 {
                try store.database.checkpoint()
                // A change that was given up has left nothing but bytes.
                struct GivenUp: Error {}
                try? store.database.performChanges { changes in
                    let long = secret + String(repeating: "y", count: 300_000)
                    _ = try changes.save(values(7, long), in: entity)
                    throw GivenUp()
                }
            }
            if round == 5 { try store.reopenAfterKill() }
        }
        return store
    }

    @Test(arguments: [HistoryPolicy.none, .forever, .commits(3)])
    func `no file holds an erased object`(policy: HistoryPolicy) throws {
        let store = try Self.store(policy)
        let others = try store.contents()[Self.entity]?.filter { $0.key != .int(7) }
        #expect(store.files(with: Self.secret).count > 1)
        let report = try store.database.erase([(Self.entity, .int(7)), (Self.entity, .int(99))])
        #expect(report.objects == 1)
        #expect(report.records > 0)
        #expect(store.files(with: Self.secret) == [])
        #expect(try store.contents()[Self.entity] == others)
        #expect(try store.database.revisions(of: .int(7), in: Self.entity).revisions.isEmpty)
        try store.checkIntegrity()
        try store.reopen()
        #expect(try store.contents()[Self.entity] == others)
        #expect(store.files(with: Self.secret) == [])
    }

    /// The crash simulation found the bytes of an object that was never committed in a torn tail.
    @Test func `no file holds an object that only an aborted change has written`() throws {
        let store = try Self.store(.none)
        struct GivenUp: Error {}
        try? store.database.performChanges { changes in
            let long = "nowhere-else" + String(repeating: "z", count: 300_000)
            _ = try changes.save(Self.values(42, long), in: Self.entity)
            throw GivenUp()
        }
        try store.reopenAfterKill()
        #expect(store.files(with: "nowhere-else") != [])
        let others = try store.contents()
        let commit = try store.database.snapshot().commit
        let report = try store.database.erase([(Self.entity, .int(42))])
        #expect(report.objects == 0 && report.records == 0 && report.files > 0)
        #expect(store.files(with: "nowhere-else") == [])
        #expect(try store.contents() == others)
        #expect(try store.database.snapshot().commit == commit)
        #expect(try store.database.erase([]).files == 0)
        try store.checkIntegrity()
    }

    @Test func `no power cut after an erase brings a torn tail back`() throws {
        var options = Database.Options.creating
        options.durability = .onClose
        func open(_ disk: SimulatedDisk) throws -> Database {
            try Database(
                at: TestStore.path, options: options, fileSystem: disk,
                environment: .repeatable())
        }
        func isTorn(_ image: CrashImage) -> Bool {
            image.files.contains { file in
                file.name.hasSuffix(".torn") && !file.state.bytes.allSatisfy { $0 == 0 }
            }
        }
        let disk = SimulatedDisk()
        let database = try open(disk)
        try database.performChanges { changes in
            try changes.define(
                Self.entity, attributes: PastSnapshotTests.attributes, id: "id")
        }
        try database.sync()
        try database.performChanges { changes in
            let long = Self.secret + String(repeating: "z", count: 3000)
            _ = try changes.save(Self.values(42, long), in: Self.entity)
        }
        var tornCount = 0
        for image in disk.point.barestImages {
            let disk = SimulatedDisk(image)
            let database = try open(disk)
            guard disk.point.barestImages.contains(where: isTorn) else { continue }
            tornCount += 1
            _ = try database.erase([(Self.entity, .int(42))])
            #expect(!disk.point.barestImages.contains(where: isTorn))
        }
        #expect(tornCount > 0)
    }

    @Test func `former states of other objects stay, and show nothing of the erased one`() throws {
        let store = try Self.store(.forever)
        let database = store.database
        let newest = try database.snapshot().commit.rawValue
        var before: [UInt64: [Value: [Value]]] = [:]
        for number in 1...newest {
            let past = try database.snapshot(at: CommitNumber(number))
            before[number] = try TestStore.contents(of: past)[Self.entity] ?? [:]
        }
        _ = try database.erase([(Self.entity, .int(7))])
        for number in 1...newest {
            let past = try store.database.snapshot(at: CommitNumber(number))
            let contents = try TestStore.contents(of: past)[Self.entity] ?? [:]
            #expect(contents == before[number]?.filter { $0.key != .int(7) }, "commit \(number)")
            try PastSnapshotTests.checkTrees(of: past)
        }
    }

    @Test func `an erase that was interrupted is finished by the next opening`() throws {
        let store = try Self.store(.forever)
        let plan = FailurePlan()
        let files = FailingFileSystem(store.files, plan: plan)
        try store.database.close()
        let database = try Database(
            at: TestStore.path, options: Database.Options(segmentSizeNominal: 3000),
            fileSystem: files, environment: .repeatable(seed: 3))
        let removals = Mutex(0)
        plan.beforeCalls { call in
            if call.hasPrefix("remove"), call.hasSuffix(".seg") {
                let count = removals.withLock { count in
                    count += 1
                    return count
                }
                if count == 2 { plan.failNext() }
            }
        }
        _ = try? database.erase([(Self.entity, .int(7))])
        let twin = try TestStore(
            files: MemoryFileSystem(
                TestStore.path, files: store.files.contents(of: TestStore.path)))
        #expect(twin.files(with: Self.secret) == [])
        #expect(try twin.database.snapshot().find(.int(7), in: Self.entity) == nil)
        try twin.checkIntegrity()
    }

    @Test func `an erase goes on in a store whose notes have the attributes of former programs`()
        throws
    {
        let store = try Self.store(.forever)
        try store.database.performChanges { changes in
            let names = ["number", "entity", "row", "first", "last"]
            let attributes = names.enumerated().map { place, name in
                Changes.attribute(UInt32(place + 1), name, .scalar(.int64))
            }
            try changes.define(Format.erasuresEntity, attributes: attributes, id: "number")
            // An object that was deleted, but not erased yet.
            let entity = try changes.schema(of: Self.entity).number
            let row = try #require(try changes.find(.int(7), in: changes.definition(Self.entity)))
            try changes.delete(.int(7), from: Self.entity)
            try changes.insert(
                [
                    .int(1), .int(Int64(entity.rawValue)), .int(Int64(row.row.rawValue)), .int(1),
                    .int(99),
                ], into: Format.erasuresEntity)
        }
        #expect(store.files(with: Self.secret).count > 1)
        try store.reopen()
        #expect(store.files(with: Self.secret) == [])
        let report = try store.database.erase([(Self.entity, .int(3))])
        #expect(report.objects == 1)
        try store.checkIntegrity()
    }
}
