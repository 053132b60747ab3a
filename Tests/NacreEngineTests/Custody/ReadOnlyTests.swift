import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Opening for reading changes nothing on the disk, and needs no write permission.
@Suite struct ReadOnlyTests {
    static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// Makes a store whose writer was not closed: recovery would have work.
    static func makeUnclean(_ path: String) throws {
        let store = try Database(
            at: path, options: Database.Options(createsStore: true, segmentSizeNominal: 3000))
        for number in 0..<6 { try BackupTests.save("\(number)", in: store) }
        withExtendedLifetime(store) {}
    }

    static func state(_ path: String) throws -> [String: Data] {
        var state: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            state[name] = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        return state
    }

    static func read(_ path: String) throws -> Int {
        let store = try Database(at: path, options: .readOnly)
        let count = try TestStore.contents(of: store.snapshot()).values.reduce(0) { $0 + $1.count }
        try store.close()
        return count
    }

    @Test func `reading, checking, salvaging and backing up change no byte and no name`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeUnclean(path)
            let before = try Self.state(path)
            #expect(try Self.read(path) == 20)
            #expect(try IntegrityChecker(path: path, isDeep: true).run().isSound)
            #expect(try Salvager(from: path, to: folder + "/out").run().isComplete)
            _ = try Database.backup(from: path, to: folder + "/backup")
            #expect(try Self.read(folder + "/backup") == 20)
            #expect(try Self.read(folder + "/out") == 20)
            #expect(try Self.state(path) == before)
        }
    }

    @Test(.enabled(if: getuid() == 0, "needs root to become somebody else"))
    func `a user without write permission can read`() async throws {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.makeUnclean(path)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try Self.setMode(0o444, of: "\(path)/\(name)")
        }
        try Self.setMode(0o555, of: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            try ReadOnlyTests.checkAsNobody(path)
        }
        try Self.setMode(0o700, of: path)
    }

    @Test(.enabled(if: getuid() == 0, "needs root to become somebody else"))
    func `a file without read permission is not reported as lost`() async throws {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        let out = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer { for path in [path, out] { try? FileManager.default.removeItem(atPath: path) } }
        try Self.makeUnclean(path)
        try Self.setMode(0o755, of: path)
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        for name in names { try Self.setMode(0o444, of: "\(path)/\(name)") }
        for name in names where name.hasSuffix(".seg") || name == FileName.manifest {
            try Self.setMode(0, of: "\(path)/\(name)")
            await #expect(processExitsWith: .success) {
                [path = path as String, out = out as String] in
                #expect(setuid(65_534) == 0)
                let error = #expect(throws: StoreError.self) {
                    try Salvager(from: path, to: out).run()
                }
                #expect(error?.code == .notPermitted)
                #expect(!FileManager.default.fileExists(atPath: out))
            }
            try Self.setMode(0o444, of: "\(path)/\(name)")
        }
    }

    static func checkAsNobody(_ path: String) throws {
        #expect(setuid(65_534) == 0)
        #expect(try read(path) == 20)
        #expect(try IntegrityChecker(path: path).run().isSound)
        #expect(throws: StoreError.self) { try Database(at: path) }
    }

    static func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test(.enabled(if: getuid() == 0, "needs root to mount"))
    func `a read-only mount can be read`() throws {
        try Self.withFolder { folder in
            func mount(_ arguments: String...) throws -> Bool {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", arguments.joined(separator: " ") + " 2>/dev/null"]
                try process.run()
                process.waitUntilExit()
                return process.terminationStatus == 0
            }
            let volume = folder + "/volume"
            try FileManager.default.createDirectory(
                atPath: volume, withIntermediateDirectories: false)
            guard try mount("mount -t tmpfs -o size=8m nacre", volume) else {
                try Test.cancel("this machine does not let us mount")
            }
            defer { _ = try? mount("umount", volume) }
            let path = volume + "/a.nacre"
            try Self.makeUnclean(path)
            #expect(try mount("mount -o remount,ro", volume))
            #expect(try Self.read(path) == 20)
            #expect(try IntegrityChecker(path: path).run().isSound)
            let error = #expect(throws: StoreError.self) { try Database(at: path) }
            #expect(error?.code == .notPermitted)
        }
    }

    @Test(arguments: [0, 0o077, 0o777])
    func `only the owner has access to the files, whatever the process's mask`(
        mask: Int
    ) async throws {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer {
            try? Self.setMode(0o700, of: path)
            try? FileManager.default.removeItem(atPath: path)
        }
        await #expect(processExitsWith: .success) { [path = path as String, mask = mask as Int] in
            _ = umask(mode_t(mask))
            try ReadOnlyTests.makeUnclean(path)
        }
        func mode(_ name: String) throws -> Int? {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(try mode("") == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            #expect(try mode("/" + name) == 0o600, "\(name)")
        }
    }

    @Test func `a link, a pipe or a directory instead of a segment is an error at once`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeUnclean(path)
            let segment = path + "/00000001.seg"
            try FileManager.default.moveItem(atPath: segment, toPath: folder + "/elsewhere")
            for place in 0..<3 {
                switch place {
                case 0:
                    let code = unsafe mkfifo(segment, 0o600)
                    #expect(code == 0)
                case 1:
                    try FileManager.default.createSymbolicLink(
                        atPath: segment, withDestinationPath: folder + "/elsewhere")
                default:
                    try FileManager.default.createDirectory(
                        atPath: segment, withIntermediateDirectories: false)
                }
                #expect(DatabaseTests.code { _ = try Self.read(path) } == .io)
                let report = try IntegrityChecker(path: path).run()
                #expect(
                    report.defects.contains {
                        $0.file == "00000001.seg" && $0.message == "is no regular file"
                    })
                let outcome = try Salvager(from: path, to: "\(folder)/out\(place)").run()
                #expect(!outcome.isComplete)
                try FileManager.default.removeItem(atPath: segment)
            }
        }
    }
}
