import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Stores whose directory is moved, removed or replaced while they are open, and files that have
/// more than one name.
@Suite struct MovedStoreTests {
    enum Move: CaseIterable {
        case moved, removed, replaced

        func run(_ path: String) throws {
            let files = FileManager.default
            switch self {
            case .moved: try files.moveItem(atPath: path, toPath: path + ".moved")
            case .removed: try files.removeItem(atPath: path)
            case .replaced:
                try files.moveItem(atPath: path, toPath: path + ".moved")
                try Database(at: path, options: Database.Options(createsStore: true)).close()
            }
        }
    }

    private static func withPath(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer {
            for end in ["", ".moved", ".copy"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
        }
        try body(path)
    }

    private static func open(
        _ path: String, _ durability: Durability = .durable
    ) throws -> Database {
        var options = Database.Options(createsStore: true)
        options.durability = durability
        return try Database(at: path, options: options)
    }

    private static func names(_ path: String) throws -> [Value] {
        let store = try Database(at: path, options: .readOnly)
        var names: [Value] = []
        try store.snapshot().forEach(in: CityEntity.name) { city in
            names.append(city["name"])
            return true
        }
        return names
    }

    @Test(arguments: Move.allCases)
    func `no commit is acknowledged into files that were moved or removed`(move: Move) throws {
        try Self.withPath { path in
            let store = try Self.open(path)
            try CompactionTests.save(0..<1, "kept", in: store)
            try move.run(path)
            let error = #expect(throws: StoreError.self) {
                try CompactionTests.save(0..<1, "lost", in: store)
            }
            #expect(error?.outcome == .unknown)
            #expect(error?.message.contains("directory or its lock was") == true)
            let later = #expect(throws: StoreError.self) {
                try CompactionTests.save(0..<1, "later", in: store)
            }
            #expect(later?.code == .poisoned)
            try? store.close()
            guard move != .removed else { return }
            #expect(try Self.names(path + ".moved").count == 1)
        }
    }

    @Test func `a moved store that syncs at its end reports the error then`() throws {
        try Self.withPath { path in
            let store = try Self.open(path, .onClose)
            try CompactionTests.save(0..<1, "kept", in: store)
            try Move.moved.run(path)
            try CompactionTests.save(0..<1, "lost", in: store)
            #expect(throws: (any Error).self) { try store.close() }
        }
    }

    @Test func `a change of working directory or permissions has no effect`() async {
        await #expect(processExitsWith: .success) {
            let parent = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            guard FileManager.default.changeCurrentDirectoryPath(parent) else { exit(2) }
            let store = try Database(
                at: "store", options: Database.Options(createsStore: true))
            try CompactionTests.save(0..<1, "first", in: store)
            guard FileManager.default.changeCurrentDirectoryPath("/") else { exit(3) }
            try CompactionTests.save(0..<1, "second", in: store)
            // Only the superuser can give up rights.
            let mayChange = getuid() == 0 && seteuid(65_534) == 0
            try CompactionTests.save(0..<1, "third", in: store)
            if mayChange { guard seteuid(0) == 0 else { exit(4) } }
            // Builds with checks then read the files, by the path as it was given.
            guard FileManager.default.changeCurrentDirectoryPath(parent) else { exit(5) }
            try store.close()
            try FileManager.default.removeItem(atPath: parent)
        }
    }

    // MARK: Files with more than one name

    @Test(arguments: [FileName.lock, FileName.reserve])
    func `a file with a second name is not written to`(name: String) throws {
        try Self.withPath { path in
            let store = try Self.open(path)
            try CompactionTests.save(0..<1, "first", in: store)
            try store.close()
            let letter = path + ".copy"
            try Data("a letter".utf8).write(to: URL(filePath: letter))
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
            try FileManager.default.linkItem(atPath: letter, toPath: "\(path)/\(name)")
            let again = try Self.open(path)
            #expect(throws: StoreError.self) { _ = try Self.open(path) }
            try CompactionTests.save(0..<1, "second", in: again)
            try again.close()
            #expect(try Data(contentsOf: URL(filePath: letter)) == Data("a letter".utf8))
        }
    }

    /// Copies the files by hard links, as `cp -al` does.
    private static func link(_ path: String) throws -> [String: Data] {
        let files = FileManager.default
        let copy = path + ".copy"
        try files.createDirectory(atPath: copy, withIntermediateDirectories: false)
        for name in try files.contentsOfDirectory(atPath: path) {
            try files.linkItem(atPath: "\(path)/\(name)", toPath: "\(copy)/\(name)")
        }
        return try contents(copy)
    }

    private static func contents(_ path: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            contents[name] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
        }
        return contents
    }

    @Test func `a copy of hard links and its store are independent`() throws {
        try Self.withPath { path in
            let store = try Self.open(path)
            try CompactionTests.save(0..<1, "first", in: store)
            _ = try store.checkpoint()
            try store.close()
            let copy = try Self.link(path)
            let again = try Self.open(path)
            #expect(again.recovery == nil)
            try CompactionTests.save(0..<1, "second", in: again)
            try again.close()
            #expect(try Self.contents(path + ".copy") == copy)
            #expect(try Self.names(path + ".copy") == [.string("first 0")])
            let other = try Self.open(path + ".copy")
            try CompactionTests.save(0..<1, "other", in: other)
            try other.close()
            #expect(try Self.names(path) == [.string("second 0")])
            for path in [path, path + ".copy"] {
                #expect(try IntegrityChecker(path: path, isDeep: true).run().defects == [])
            }
        }
    }

    @Test func `a copy of hard links of an open store soon stays unchanged`() throws {
        try Self.withPath { path in
            let store = try Self.open(path)
            try CompactionTests.save(0..<1, "first", in: store)
            _ = try Self.link(path)
            // The number of links is checked once a second.
            Thread.sleep(forTimeInterval: 1.1)
            // Its sync finds the link; the next commit ends the segment.
            try CompactionTests.save(0..<1, "second", in: store)
            try CompactionTests.save(0..<1, "the last one in both", in: store)
            let copy = try Self.contents(path + ".copy")
            try CompactionTests.save(0..<1, "third", in: store)
            try store.close()
            #expect(try Self.contents(path + ".copy") == copy)
            #expect(try Self.names(path) == [.string("third 0")])
            #expect(try IntegrityChecker(path: path, isDeep: true).run().defects == [])
        }
    }
}
