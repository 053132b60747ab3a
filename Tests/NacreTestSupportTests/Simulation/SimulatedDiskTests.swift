import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Tests which changes survive on the simulated disk: the trials depend on its strictness.
@Suite struct SimulatedDiskTests {
    /// Returns the names and sizes that each way to lose pending changes leaves.
    static func images(
        ordering: DiskState.Ordering = .strict, _ body: (any StoreDirectory) throws -> Void
    ) throws -> Set<String> {
        var behaviour = SimulatedDisk.Behaviour()
        behaviour.ordering = ordering
        let disk = SimulatedDisk(behaviour: behaviour)
        let directory = try disk.openDirectory("d", creating: true)
        try directory.syncParent(.storeEntry)
        try body(directory)
        return Set(disk.point.images.map(\.description))
    }

    static func write(_ count: Int, to file: any StoreFile, at offset: Int = 0) throws {
        try [UInt8](repeating: 1, count: count).withView { try file.write($0, at: offset) }
    }

    @Test func `synced bytes survive, but not without the file's name`() throws {
        let images = try Self.images { directory in
            let file = try directory.create("a")
            try Self.write(100, to: file)
            try file.sync(.commit)
        }
        #expect(images == ["()", "(a 100/100)"])
    }

    @Test func `each directory is made durable by itself, and a file can have a name in both`()
        throws
    {
        var behaviour = SimulatedDisk.Behaviour()
        behaviour.sharesFiles = true
        let disk = SimulatedDisk(behaviour: behaviour)
        let directory = try disk.openDirectory("d", creating: true)
        let file = try directory.create("a")
        try Self.write(100, to: file)
        try file.sync(.commit)
        let other = try disk.openDirectory(SimulatedDisk.forkPath, creating: true)
        try other.syncParent(.storeEntry)
        #expect(other.share(file, as: "b") && !other.share(file, as: "b"))
        #expect(try (directory.list(), other.list()) == (["a"], ["b"]))
        try directory.sync(.manifestEntry)
        #expect(
            Set(disk.point.images.map(\.description)) == [
                "(a 100/100)", "(a 100/100, fork/b 100/100)",
            ])
        try other.sync(.manifestEntry)
        try Self.write(50, to: file, at: 100)
        let images = ["(a 100/100, fork/b 100/100)", "(a 150/150, fork/b 150/150)"]
        #expect(Set(disk.point.images.map(\.description)) == Set(images))
        _ = try directory.lock("lock")
        _ = try other.lock("lock")
        disk.dropFork()
        #expect(try directory.list() == ["a"])
        #expect(throws: FileError.self) {
            try disk.openDirectory(SimulatedDisk.forkPath, creating: false)
        }
    }

    @Test func `a journal keeps the name of a synced file`() throws {
        let images = try Self.images(ordering: .journaled) { directory in
            let file = try directory.create("a")
            try Self.write(100, to: file)
            try file.sync(.commit)
        }
        #expect(images == ["(a 100/100)"])
    }

    @Test func `a write is torn between sectors, and a length alone gives zeros`() throws {
        let images = try Self.images { directory in
            let file = try directory.create("a")
            try directory.sync(.manifestEntry)
            try file.setSize(2000)
            try Self.write(1000, to: file)
        }
        #expect(
            images == [
                "(a 0/0)", "(a 0/2000)", "(a 512/512)", "(a 512/2000)", "(a 1000/1000)",
                "(a 1000/2000)",
            ])
    }

    @Test func `without a sync of the directory its changes survive in any order`() throws {
        let body: (any StoreDirectory) throws -> Void = { directory in
            for name in ["a", "b"] {
                let file = try directory.create(name)
                try Self.write(name == "a" ? 1 : 2, to: file)
                try file.sync(.manifest)
            }
            try directory.sync(.manifestEntry)
            try directory.rename("a", to: "c")
            try directory.remove("b")
        }
        #expect(
            try Self.images(body) == [
                "(a 1/1, b 2/2)", "(b 2/2, c 1/1)", "(a 1/1)", "(c 1/1)",
            ])
        #expect(
            try Self.images(ordering: .journaled, body) == [
                "(a 1/1, b 2/2)", "(b 2/2, c 1/1)", "(c 1/1)",
            ])
    }

    @Test(arguments: SyncFailure.allCases)
    func `a failed sync leaves the bytes that its behaviour defines`(failure: SyncFailure) throws {
        var behaviour = SimulatedDisk.Behaviour()
        behaviour.syncFailure = failure
        let disk = SimulatedDisk(behaviour: behaviour)
        let directory = try disk.openDirectory("d", creating: true)
        let file = try directory.create("a")
        try directory.sync(.manifestEntry)
        try directory.syncParent(.storeEntry)
        try Self.write(10, to: file)
        disk.set(DiskFault(.ioError, at: disk.callCount))
        #expect(throws: FileError.self) { try file.sync(.commit) }
        #expect(try file.size() == (failure == .reverted ? 0 : 10))
        try file.sync(.commit)
        let expected: Set<String> = failure == .staysPending ? ["(a 10/10)"] : ["(a 0/0)"]
        #expect(Set(disk.point.images.map(\.description)) == expected)
    }

    @Test(arguments: [false, true])
    func `an interrupted call is repeated, and a partial write continues`(
        isForever: Bool
    ) throws {
        let disk = SimulatedDisk()
        let directory = try disk.openDirectory("d", creating: true)
        let file = try directory.create("a")
        disk.set(DiskFault(.interrupted, at: disk.callCount, isForever: isForever))
        let bytes = (UInt8(0)..<101).map { $0 }
        try bytes.withView { try file.write($0, at: 3) }
        try file.sync(.commit)
        #expect(try file.copy(104).read { $0.bytes } == [0, 0, 0] + bytes)
        #expect(!disk.hasFailed)
    }

    @Test(arguments: SyncFailure.allCases, [false, true])
    func `an error is reported late, at the next write or sync of its file, and once`(
        failure: SyncFailure, isToldAtWrite: Bool
    ) throws {
        var behaviour = SimulatedDisk.Behaviour()
        behaviour.syncFailure = failure
        let disk = SimulatedDisk(behaviour: behaviour)
        let directory = try disk.openDirectory("d", creating: true)
        try directory.syncParent(.storeEntry)
        let file = try directory.create("a")
        let other = try directory.create("b")
        try directory.sync(.manifestEntry)
        disk.set(DiskFault(.delayedError, at: disk.callCount))
        try Self.write(10, to: file)
        #expect(try file.size() == 10 && !disk.hasFailed)
        try Self.write(5, to: other)
        try other.sync(.commit)
        #expect(throws: FileError.self) {
            if isToldAtWrite {
                try Self.write(1, to: file, at: 10)
            } else {
                try file.sync(.commit)
            }
        }
        #expect(disk.hasFailed)
        #expect(try file.size() == (failure == .reverted ? 0 : 10))
        try file.sync(.commit)
        let expected = failure == .staysPending ? "(a 10/10, b 5/5)" : "(a 0/0, b 5/5)"
        #expect(Set(disk.point.images.map(\.description)) == [expected])
    }

    @Test func `a lock ends with its process`() throws {
        let disk = SimulatedDisk()
        let directory = try disk.openDirectory("d", creating: true)
        _ = try directory.lock("lock")
        #expect(throws: FileError.self) { try directory.lock("lock") }
        disk.kill()
        _ = try directory.lock("lock")
    }
}
