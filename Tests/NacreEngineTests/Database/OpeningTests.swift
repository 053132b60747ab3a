import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Tells readers when the writer beside them has ended.
private final class WriterProgress: Sendable {
    let isDone = Atomic(false)
}

/// The content of a path, and the result of opening it as a store, on the real file system.
@Suite struct OpeningTests {
    static func withFolder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    static func error(opening path: String, _ options: Database.Options) -> StoreError? {
        do {
            _ = try Database(at: path, options: options)
            return nil
        } catch {
            return error as? StoreError
        }
    }

    static func makeStore(_ path: String) throws {
        let store = try Database(at: path, options: .creating)
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            for id in 0..<500 {
                try changes.insert(
                    CityEntity.values(Int64(id), "city \(id)"), into: CityEntity.name)
            }
        }
        try store.close()
    }

    @Test func `a store on disk is created, closed and reopened`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            let store = try Database(at: path)
            #expect(store.recovery == nil)
            #expect(try store.snapshot().count(CityEntity.name) == 500)
            let names = try Set(FileManager.default.contentsOfDirectory(atPath: path))
            #expect(names == ["manifest", "lock", "00000001.seg"])
            try store.close()
        }
    }

    @Test func `only the owner may read a store`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            for (name, mode) in [("", 0o700), ("/manifest", 0o600), ("/00000001.seg", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }
        }
    }

    @Test func `a missing path is distinguished from a file or another directory`() throws {
        try Self.withFolder { folder in
            #expect(Self.error(opening: folder + "/none", .init())?.code == .storeNotFound)
            #expect(Self.error(opening: folder + "/none", .readOnly)?.code == .storeNotFound)
            let file = folder + "/file"
            try Data("x".utf8).write(to: URL(fileURLWithPath: file))
            #expect(Self.error(opening: file, .creating)?.code == .notAStore)
            #expect(Self.error(opening: file, .readOnly)?.code == .notAStore)
            let other = folder + "/other"
            try FileManager.default.createDirectory(
                atPath: other, withIntermediateDirectories: true)
            #expect(Self.error(opening: other, .init())?.code == .notAStore)
            try Data("x".utf8).write(to: URL(fileURLWithPath: other + "/thesis.txt"))
            let error = Self.error(opening: other, .creating)
            #expect(error?.code == .notAStore)
            #expect(error?.message.contains("thesis.txt") == true)
            #expect(FileManager.default.fileExists(atPath: other + "/thesis.txt"))
        }
    }

    @Test func `a second writer in the same process is refused, and the holder is named`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            let first = try Database(at: path)
            let error = Self.error(opening: path, .init())
            #expect(error?.code == .locked)
            let pid = ProcessInfo.processInfo.processIdentifier
            #expect(error?.message.contains("Process \(pid)") == true)
            #expect(Self.error(opening: path, .readOnly) == nil, "a reader needs no lock")
            try first.close()
            #expect(Self.error(opening: path, .init()) == nil)
        }
    }

    @Test func `an interrupted creation is finished, and segments are never overwritten`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            try FileManager.default.removeItem(atPath: path + "/manifest")
            let error = Self.error(opening: path, .creating)
            #expect(error?.code == .corrupt)
            #expect(error?.message.contains("no manifest") == true)
            // Only a header: there can have been no commit.
            let segment = URL(fileURLWithPath: path + "/00000001.seg")
            let header = try Data(contentsOf: segment).prefix(SegmentHeaderFields.size)
            try header.write(to: segment)
            // The directory never held an object: opening never reports damage.
            for options in [Database.Options.readOnly, .init()] {
                let unmade = Self.error(opening: path, options)
                #expect(unmade?.code == .notAStore)
                #expect(unmade?.message.contains("The store was still empty.") == true)
            }
            #expect(Self.error(opening: path, .creating) == nil)
        }
    }

    @Test func `a damaged manifest is refused, and the former one is used if correct`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            let manifest = URL(fileURLWithPath: path + "/manifest")
            let bytes = try Data(contentsOf: manifest)
            var damaged = bytes
            damaged[20] ^= 1
            try damaged.write(to: manifest)
            #expect(Self.error(opening: path, .init())?.code == .corrupt)
            #expect(Self.error(opening: path, .init())?.file?.hasSuffix("/manifest") == true)
            // As a crash between the two renames of a replacement leaves it.
            try bytes.write(to: URL(fileURLWithPath: path + "/manifest.old"))
            try FileManager.default.removeItem(at: manifest)
            let store = try Database(at: path)
            #expect(try store.snapshot().count(CityEntity.name) == 500)
            try store.close()
            #expect(FileManager.default.fileExists(atPath: manifest.path))
        }
    }

    @Test func `the former manifest is not used if a newer segment holds more commits`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            let store = try Database(at: path)
            _ = try store.compact()
            try store.performChanges { changes in
                _ = try changes.delete(.int(1), from: CityEntity.name)
            }
            try store.close()
            // The former generation names a segment that is gone.
            try FileManager.default.removeItem(atPath: path + "/manifest")
            #expect(Self.error(opening: path, .init())?.code == .corrupt)
            #expect(Self.error(opening: path, .readOnly)?.code == .corrupt)
        }
    }

    @Test func `a newer format is refused by name, in the manifest and in a segment`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            let segment = URL(fileURLWithPath: path + "/00000001.seg")
            var bytes = try Data(contentsOf: segment)
            bytes[SegmentHeaderFields.version.offset] = 1
            try bytes.write(to: segment)
            let error = Self.error(opening: path, .init())
            #expect(error?.code == .unsupportedFormat)
            #expect(error?.file?.hasSuffix("00000001.seg") == true)
            let manifest = URL(fileURLWithPath: path + "/manifest")
            let text = String(decoding: try Data(contentsOf: manifest), as: UTF8.self)
            let changed = text.replacingOccurrences(of: "nacre 0", with: "nacre 7")
            // With the checksum of version 0, it is a damaged manifest of version 0.
            try Data(changed.utf8).write(to: manifest)
            #expect(Self.error(opening: path, .readOnly)?.code == .corrupt)
            try Data((changed + "more\n").utf8).write(to: manifest)
            #expect(Self.error(opening: path, .readOnly)?.code == .unsupportedFormat)
        }
    }

    @Test func `a link or a pipe in place of a file is not followed and does not block`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            let segment = path + "/00000001.seg"
            try FileManager.default.moveItem(atPath: segment, toPath: folder + "/elsewhere")
            try FileManager.default.createSymbolicLink(
                atPath: segment, withDestinationPath: folder + "/elsewhere")
            #expect(Self.error(opening: path, .readOnly)?.code == .io)
        }
    }

    @Test
    func `readers see whole commits while a writer opens, commits, compacts and closes`()
        async throws
    {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.makeStore(path)
        let writer = WriterProgress()
        let rounds = Scale.count(40)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { writer.isDone.store(true, ordering: .relaxed) }
                for round in 1...rounds {
                    let store = try Database(at: path)
                    try store.performChanges { changes in
                        for id in 0..<500 {
                            let name = String(long: "\(round) ", count: round * 37 % 200)
                            try changes.save(
                                CityEntity.values(Int64(id), name, population: Int64(round)),
                                in: CityEntity.name)
                        }
                    }
                    if round % 3 == 0 { _ = try store.compact() }
                    try store.close()
                }
            }
            group.addTask {
                repeat {
                    let store = try Database(at: path, options: .readOnly)
                    var populations: Set<Value> = []
                    try store.snapshot().forEach(in: CityEntity.name) { city in
                        populations.insert(city["population"])
                        return true
                    }
                    #expect(populations.count == 1, "half a commit: \(populations)")
                } while !writer.isDone.load(ordering: .relaxed)
            }
            try await group.waitForAll()
        }
    }

    @Test func `files that do not belong to the store are kept`() throws {
        try Self.withFolder { folder in
            let path = folder + "/a.nacre"
            try Self.makeStore(path)
            try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/.DS_Store"))
            try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/notes.seg"))
            let store = try Database(at: path)
            _ = try store.compact()
            try store.close()
            #expect(FileManager.default.fileExists(atPath: path + "/.DS_Store"))
            #expect(FileManager.default.fileExists(atPath: path + "/notes.seg"))
        }
    }
}
