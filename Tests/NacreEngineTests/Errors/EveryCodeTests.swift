import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Each code of ``StoreError`` is thrown in the case that its description names. The codes are read
/// from the source, so a new code fails this test until a case throws it.
@Suite struct EveryCodeTests {
    /// The codes thrown outside the reach of this module's tests: in a fork of the process
    /// (LockTests), by a broken invariant (BrokenStoreTests), and by the typed layers
    /// (ValueErrorTests, ValidationTests, ContextTests, HookTests, DeletionHookTests,
    /// DefaultFilterTests, ReadTests).
    private static let elsewhere: Set<String> = [
        "forked", "internal", "undecodable", "invalidObject", "conflict", "refused", "hookLoop",
        "appendOnly",
        "tooManyResults", "deadlineExceeded",
    ]

    private static var codes: Set<String> {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let file = root.appending(path: "Sources/NacreEngine/Basics/StoreError.swift")
            let text = try String(contentsOf: file, encoding: .utf8)
            let names = text.matches(of: /static let `?(\w+)`? = Code\("(\w+)"\)/).map { match in
                #expect(match.1 == match.2, "a code is printed as it is spelled")
                return String(match.1)
            }
            return Set(names)
        }
    }

    /// A file system that the user may not use.
    private struct Forbidden: FileSystem {
        func openDirectory(
            _ path: String, creating: Bool
        ) throws(FileError) -> any StoreDirectory {
            throw FileError(.notPermitted, "Could not open the store. Not permitted.", path: path)
        }
    }

    /// Opens a store of these files.
    private static func open(
        _ files: [String: [UInt8]], _ options: Database.Options = Database.Options()
    ) throws {
        _ = try Database(
            at: TestStore.path, options: options,
            fileSystem: MemoryFileSystem(TestStore.path, files: files))
    }

    private static func closedFiles() throws -> [String: [UInt8]] {
        let store = try TestStore()
        try store.database.close()
        return store.files.contents(of: TestStore.path)
    }

    /// Runs `body` on a store whose disk can fail.
    private static func withFailingDisk(
        _ body: (Database, FailurePlan) throws -> Void
    ) throws {
        let plan = FailurePlan()
        let files = FailingFileSystem(MemoryFileSystem(), plan: plan)
        let store = try Database(at: TestStore.path, options: .creating, fileSystem: files)
        try store.performChanges { try CityEntity.define(in: $0) }
        try body(store, plan)
    }

    private static func insert(_ id: Int64, length: Int = 1, _ store: Database) throws {
        let name = String(long: "x", count: length)
        try store.performChanges {
            _ = try $0.insert(CityEntity.values(id, name), into: CityEntity.name)
        }
    }

    private static let files: [String: @Sendable () throws -> Void] = [
        "storeNotFound": { _ = try Database(at: "/nowhere/a.nacre", options: Database.Options()) },
        "notAStore": { try open(["letter.txt": [1]], .creating) },
        "notPermitted": { _ = try Database(at: "a.nacre", fileSystem: Forbidden()) },
        "locked": {
            let files = MemoryFileSystem()
            let first = try Database(at: "a", options: .creating, fileSystem: files)
            defer { try? first.close() }
            _ = try Database(at: "a", fileSystem: files)
        },
        "unsupportedFormat": {
            var files = try closedFiles()
            files[FileName.manifest] = Array("nacre 7\n".utf8)
            try open(files)
        },
        "corrupt": {
            var files = try closedFiles()
            files[FileName.segment(SegmentNumber(1))] = []
            try open(files)
        },
        "io": {
            try withFailingDisk { store, plan in
                plan.failNext()
                try insert(1, store)
            }
        },
        "poisoned": {
            try withFailingDisk { store, plan in
                plan.failNext()
                try? insert(1, store)
                try insert(2, store)
            }
        },
        "diskFull": {
            try withFailingDisk { store, plan in
                plan.fillDisk(after: 0)
                for id in 0..<Int64(20) { try insert(id, length: 60_000, store) }
            }
        },
    ]

    private static let changes: [String: @Sendable (Database) throws -> Void] = [
        "closed": { store in
            try store.close()
            try insert(1, store)
        },
        "nestedChanges": { store in
            try store.performChanges { _ in try insert(1, store) }
        },
        "unknownEntity": { _ = try $0.snapshot().count("Town") },
        "unknownAttribute": { store in
            let filter = FilterExpression.comparison("size", .equal, .int(1))
            _ = try store.snapshot().fetch(Query(entity: CityEntity.name, filter: filter))
        },
        "schemaMismatch": { store in
            try store.performChanges { changes in
                _ = try changes.define(
                    CityEntity.name, attributes: [CityEntity.attributes[0]], id: "id")
            }
        },
        "invalidValue": { store in
            try store.performChanges { _ = try $0.insert([.string("x")], into: CityEntity.name) }
        },
        "duplicateID": { store in
            try insert(1, store)
            try insert(1, store)
        },
        "noSuchObject": { store in
            try store.performChanges {
                try $0.update(CityEntity.values(1, "nobody"), of: CityEntity.name)
            }
        },
        "uniqueViolation": { store in
            try store.performChanges { changes in
                _ = try changes.define("Person", attributes: [id(), id(2, "name")], id: "id")
                try changes.insert([.int(1), .int(7)], into: "Person")
                _ = try changes.insert([.int(2), .int(7)], into: "Person")
            }
        },
        "danglingReference": { store in
            try store.performChanges { changes in
                try Guild.define(in: changes, boss: .nullify)
                try changes.add(1, boss: 2)
            }
        },
        "deleteDenied": { store in
            try store.performChanges { changes in
                try Guild.define(in: changes, boss: .deny)
                try changes.add(1)
                try changes.add(2, boss: 1)
                try changes.remove(1)
            }
        },
        "cancelled": { _ = try $0.compact(isCancelled: { true }) },
        "historyGone": { store in
            let token = try store.snapshot().token
            try store.performChanges {
                _ = try $0.insert(CityEntity.values(1, "a"), into: CityEntity.name)
            }
            _ = try store.compact()
            _ = try store.commitFeed(since: token)
        },
        "limitReached": { store in
            try store.performChanges { changes in
                try changes.define("Last", attributes: [id(.max)], id: "id")
                _ = try changes.redefine("Last", attributes: [id(.max), id(1, "more")])
            }
        },
        "readOnly": { _ in
            let files = MemoryFileSystem(TestStore.path, files: try closedFiles())
            let store = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
            try store.performChanges { _ in }
        },
    ]

    private static func id(_ number: UInt32 = 1, _ name: String = "id") -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(number), name: name, type: .scalar(.int64), isNullable: name == "more",
            isUnique: name == "name")
    }

    @Test func `every error code is thrown in its situation`() throws {
        for (name, provoke) in Self.files {
            #expect(DatabaseTests.code(provoke)?.description == name)
        }
        for (name, provoke) in Self.changes {
            let store = try TestStore()
            try store.database.performChanges { try CityEntity.define(in: $0) }
            #expect(DatabaseTests.code { try provoke(store.database) }?.description == name)
        }
    }

    @Test func `the list of error codes is complete`() throws {
        let tested = Set(Self.files.keys).union(Self.changes.keys).union(Self.elsewhere)
        #expect(try Self.codes.symmetricDifference(tested).sorted() == [])
    }
}
