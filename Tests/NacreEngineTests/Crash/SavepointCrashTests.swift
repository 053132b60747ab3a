import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Savepoints while calls fail, and logs that end in the middle of one that was taken back.
@Suite struct SavepointCrashTests {
    struct Stop: Error {}

    static func open(
        _ files: MemoryFileSystem, _ plan: FailurePlan, segmentSizeNominal: Int? = nil
    ) throws -> Database {
        try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, segmentSizeNominal: segmentSizeNominal),
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
    }

    /// Returns the files as another process finds them.
    static func copy(_ files: MemoryFileSystem) -> MemoryFileSystem {
        MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path))
    }

    static func names(_ reader: some DatabaseReader) throws -> [Value: Value] {
        guard let cities = try TestStore.contents(of: reader)[CityEntity.name] else { return [:] }
        return cities.mapValues { $0[1] }
    }

    /// Makes three changes, each with an object that stays, a large savepoint that is taken back,
    /// small ones in it, and another object that stays.
    static func script(_ store: Database, acknowledged: inout Int) throws {
        for number in 1...3 as ClosedRange<Int64> {
            try store.performChanges { changes in
                if number == 1 { try CityEntity.define(in: changes) }
                try changes.save(CityEntity.values(number, "first"), in: CityEntity.name)
                do {
                    try changes.savepoint {
                        try SavepointTests.saveMuch(changes)
                        try? changes.savepoint { throw Stop() }
                        try changes.delete(.int(1), from: CityEntity.name)
                        throw Stop()
                    }
                } catch is Stop {}
                try changes.save(CityEntity.values(number + 10, "second"), in: CityEntity.name)
            }
            acknowledged = Int(number)
        }
        try store.close()
    }

    @Test(arguments: [false, true])
    func `only whole changes survive when any call fails around savepoints`(forever: Bool) throws {
        let counting = FailurePlan()
        var acknowledged = 0
        try Self.script(Self.open(MemoryFileSystem(), counting), acknowledged: &acknowledged)
        for call in 0..<counting.callCount {
            let files = MemoryFileSystem()
            let plan = FailurePlan(failing: call, forever: forever)
            acknowledged = 0
            do {
                try Self.script(Self.open(files, plan), acknowledged: &acknowledged)
            } catch is StoreError {}
            let store = try TestStore(files: Self.copy(files))
            let commit = Int(try store.database.snapshot().commit.rawValue)
            #expect(commit >= acknowledged && commit <= acknowledged + 1, "call \(call)")
            var expected: [Value: Value] = [:]
            for number in 0..<commit {
                expected[.int(Int64(number + 1))] = .string("first")
                expected[.int(Int64(number + 11))] = .string("second")
            }
            #expect(try Self.names(store.database.snapshot()) == expected, "call \(call)")
            try store.checkIntegrity()
        }
    }

    @Test(arguments: 0...4)
    func `a savepoint without room is undone, and the change continues`(extensions: Int) throws {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        let store = try Self.open(files, plan)
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.insert(CityEntity.values(1, "first"), into: CityEntity.name)
        }
        try store.performChanges { changes in
            try changes.insert(CityEntity.values(2, "second"), into: CityEntity.name)
            plan.fillDisk(after: extensions)
            #expect(throws: StoreError.self) {
                try changes.savepoint {
                    for letter in "abcdefgh" { try SavepointTests.saveMuch(changes, letter) }
                }
            }
            #expect(try Self.names(changes).count == 2)
            plan.disarm()
            try changes.insert(CityEntity.values(3, "third"), into: CityEntity.name)
        }
        let expected: [Value: Value] = [
            .int(1): .string("first"), .int(2): .string("second"), .int(3): .string("third"),
        ]
        #expect(try Self.names(store.snapshot()) == expected)
        let copy = try TestStore(files: Self.copy(files))
        #expect(try Self.names(copy.database.snapshot()) == expected)
        try copy.checkIntegrity()
    }

    /// Continues a change after its savepoint has failed.
    /// - Returns: The number of calls before the savepoint, and the error of the change.
    static func goOn(_ files: MemoryFileSystem, _ plan: FailurePlan) throws -> (Int, StoreError?) {
        let store = try open(files, plan)
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.insert(CityEntity.values(1, "first"), into: CityEntity.name)
        }
        var count = 0
        do {
            try store.performChanges { changes in
                try changes.insert(CityEntity.values(2, "second"), into: CityEntity.name)
                count = plan.callCount
                try? changes.savepoint { try SavepointTests.saveMuch(changes) }
                _ = try changes.count(CityEntity.name)
            }
        } catch let error as StoreError {
            return (count, error)
        }
        return (count, nil)
    }

    @Test func `a store that was poisoned in a savepoint stays poisoned`() throws {
        let counting = FailurePlan()
        let (count, error) = try Self.goOn(MemoryFileSystem(), counting)
        #expect(error == nil)
        let write = try #require(counting.calls[count...].firstIndex(of: "write"))
        let files = MemoryFileSystem()
        let (_, poison) = try Self.goOn(files, FailurePlan(failing: write))
        #expect(poison?.code == .poisoned)
        let copy = try TestStore(files: Self.copy(files))
        #expect(try Self.names(copy.database.snapshot()) == [.int(1): .string("first")])
        try copy.checkIntegrity()
    }

    @Test func `small savepoints need no file system calls`() throws {
        let plan = FailurePlan()
        let store = try Self.open(MemoryFileSystem(), plan)
        try store.performChanges { try CityEntity.define(in: $0) }
        try store.performChanges { changes in
            let count = plan.callCount
            for id in 0..<500 {
                try? changes.savepoint {
                    let values = CityEntity.values(Int64(id), "city")
                    try changes.insert(values, into: CityEntity.name)
                    if id % 2 == 1 { throw Stop() }
                }
            }
            #expect(plan.callCount == count)
        }
        #expect(try store.snapshot().count(CityEntity.name) == 250)
    }

    /// Returns the offsets of the frames of the active segment, with their headers.
    static func frames(_ segment: [UInt8]) throws -> [(offset: Int, header: FrameHeader)] {
        try segment.withView { view in
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            var frames: [(Int, FrameHeader)] = []
            while case .frame(let frame) = scanner.next() {
                frames.append((frame.offset, frame.header))
            }
            return frames
        }
    }

    @Test func `a log cut within or after an abort frame opens at the commit before`() throws {
        let files = MemoryFileSystem()
        var acknowledged = 0
        let database = try Self.open(files, FailurePlan(), segmentSizeNominal: 64 << 20)
        try Self.script(database, acknowledged: &acknowledged)
        let contents = files.contents(of: TestStore.path)
        let name = FileName.segment(SegmentNumber(1))
        let segment = try #require(contents[name])
        let frames = try Self.frames(segment)
        let abort = try #require(frames.last { $0.header.kind == .abort }?.offset)
        let last = try #require(frames.last { $0.header.flags.contains(.last) }?.offset)
        #expect(last == abort + 68, "the last part stands directly behind the abort")
        #expect(frames.count { $0.header.kind == .abort } == 3)
        for cut in stride(from: abort - 8, through: last + 72, by: 4) {
            var torn = contents
            torn[name] = Array(segment.prefix(cut))
            let store = try TestStore(files: MemoryFileSystem(TestStore.path, files: torn))
            #expect(try store.database.snapshot().commit.rawValue == 2, "cut at \(cut)")
            #expect(try Self.names(store.database.snapshot()).count == 4)
            try store.database.performChanges { changes in
                try changes.insert(CityEntity.values(50, "after"), into: CityEntity.name)
            }
            try store.reopenAfterKill()
            #expect(try Self.names(store.database.snapshot()).count == 5)
            try store.checkIntegrity()
        }
    }
}
