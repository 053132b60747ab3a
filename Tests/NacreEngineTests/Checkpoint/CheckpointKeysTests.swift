import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Checkpoints that were written with other rules for the keys of texts, or with another hash key.
@Suite struct CheckpointKeysTests {
    /// Returns the files of a store whose checkpoint states other rules for keys. All parts that
    /// depend on keys then come from the log, and must be equal to those in the checkpoint.
    private static func makeFiles(
        id: StoredType = .scalar(.int64), indexes: [NamedIndex]
    ) throws -> [String: [UInt8]] {
        let store = try TestStore()
        try store.database.performChanges { changes in
            let types: [(String, StoredType)] = [
                ("id", id), ("name", .string), ("size", .scalar(.int64)), ("tags", .json),
            ]
            let attributes = types.enumerated().map { place, attribute in
                AttributeSchema(
                    id: AttributeID(UInt32(place + 1)), name: attribute.0, type: attribute.1,
                    isNullable: false)
            }
            try changes.define("City", attributes: attributes, id: "id", indexes: indexes)
            // More than the largest tree that checked builds verify after each commit.
            for number in 0..<2_100 as Range<Int64> {
                let values: [Value] = [
                    id == .string ? .string("id \(number)") : .int(number),
                    .string("city \(number % 7)"), .int(number % 5), .json("[\"a\"]"),
                ]
                _ = try changes.insert(values, into: "City")
            }
        }
        try store.database.checkpoint()
        try store.database.close()
        var files = store.fileContents
        let name = CheckpointDamageTests.name
        files[name] = ForgedCheckpoint.withChecksums(try #require(files[name])) { bytes in
            bytes[CheckpointHeaderFields.keyProbe.offset] ^= 1
        }
        return files
    }

    private static func open(_ files: [String: [UInt8]]) throws -> Database {
        try Database(
            at: TestStore.path, fileSystem: MemoryFileSystem(TestStore.path, files: files),
            environment: .repeatable())
    }

    private static func count(_ filter: String, in database: Database) throws -> Int {
        let snapshot = try database.snapshot()
        let schema = try snapshot.definition("City").schema
        return try snapshot.count(
            Query(entity: "City", filter: try FilterParser.parse(filter, schema: schema)))
    }

    @Test func `number indexes are used, and text indexes are rebuilt on first use`() throws {
        let files = try Self.makeFiles(indexes: [["name"], ["size"]])
        let database = try Self.open(files)
        #expect(try database.snapshot().find(.int(7), in: "City") != nil)
        #expect(try Self.count("size == 3", in: database) == 420)
        #expect(database.checkpointProblem == nil, "no key of a text was asked for")

        #expect(try Self.count("name == \"city 3\"", in: database) == 300)
        #expect(database.checkpointProblem?.contains("key probe") == true)
        try database.performChanges { changes in
            _ = try changes.delete(.int(3), from: "City")
        }
        #expect(try Self.count("name == \"city 3\"", in: database) == 299)
    }

    @Test func `the next checkpoint has the text keys of the current version`() throws {
        let files = try Self.makeFiles(indexes: [["name"], ["size"]])
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        let first = try Database(
            at: TestStore.path, fileSystem: fileSystem, environment: .repeatable())
        _ = try first.performChanges { try $0.delete(.int(3), from: "City") }
        try first.checkpoint()
        try first.close()
        #expect(try StoreState.requireSame(fileSystem.contents(of: TestStore.path), "next") == nil)
        let second = try Self.open(fileSystem.contents(of: TestStore.path))
        #expect(try Self.count("name == \"city 3\"", in: second) == 299)
        #expect(second.checkpointProblem == nil)
    }

    @Test func `text ids and element indexes are verified before the checkpoint is used`() throws {
        for files in [
            try Self.makeFiles(id: .string, indexes: []), try Self.makeFiles(indexes: [["tags"]]),
        ] {
            let database = try Self.open(files)
            #expect(database.checkpointProblem?.contains("key probe") == true)
            #expect(try Self.count("size == 3", in: database) == 420)
        }
    }

    @Test func `a check of the files reports it`() throws {
        let files = try Self.makeFiles(indexes: [["name"]])
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        let report = try IntegrityChecker(path: TestStore.path, fileSystem: fileSystem).run()
        #expect(report.notes.contains { $0.contains("key probe") })
    }
}
