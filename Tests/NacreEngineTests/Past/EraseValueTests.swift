import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// A value that is erased is gone from all versions of its object; the rest of them stays.
@Suite struct EraseValueTests {
    private static let entity = PastSnapshotTests.entity
    private static let secret = "the-secret-of-4711"
    private static let object = (entity: entity, id: Value.int(7))

    private static func values(_ id: Int64, _ name: String, _ population: Int64?) -> [Value] {
        [.int(id), .string(name), population.map { .int($0) } ?? .null, .array([.int(3)])]
    }

    private static func store(
        _ options: (inout Database.Options) -> Void = { _ in }
    ) throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 3000, configure: options)
        try store.database.performChanges { changes in
            try changes.define(
                entity, attributes: PastSnapshotTests.attributes, id: "id",
                indexes: [["name"], ["population"], ["population", "name"]])
            try changes.setHistory(.forever)
        }
        for round in 0..<6 as Range<Int64> {
            try store.database.performChanges { changes in
                for id in 0..<10 as Range<Int64> {
                    let name = id == 7 ? "\(secret) \(round)" : "town \(id) \(round)"
                    _ = try changes.save(values(id, name, 100 * id + round), in: entity)
                }
            }
            if round == 3 { _ = try store.database.compact() }
        }
        return store
    }

    private static func ids(_ store: TestStore, _ filter: String) throws -> [Value] {
        let head = try store.database.snapshot()
        let filter = try FilterParser.parse(filter, schema: head.definition(entity).schema)
        return try head.fetch(Query(entity: entity, filter: filter)).map(\.id)
    }

    @Test func `a required value is replaced in all versions, and in the indexes`() throws {
        let store = try Self.store()
        let database = store.database
        let newest = try database.snapshot().commit.rawValue
        var before: [UInt64: [Value: [Value]]] = [:]
        for number in 2...newest {
            let past = try database.snapshot(at: CommitNumber(number))
            before[number] = try TestStore.contents(of: past)[Self.entity] ?? [:]
        }
        let report = try database.erase(
            attribute: "name", of: Self.object, replacement: .string("erased"))
        #expect(report.objects == 1 && report.records == 6)
        #expect(try store.remnants(of: Self.secret).remnants == [])
        for number in 2...newest {
            var expected = try #require(before[number])
            expected[.int(7)]?[1] = .string("erased")
            let past = try database.snapshot(at: CommitNumber(number))
            let contents = try TestStore.contents(of: past)[Self.entity]
            #expect(contents == expected, "commit \(number)")
            try PastSnapshotTests.checkTrees(of: past)
        }
        #expect(try Self.ids(store, "name == \"erased\"") == [.int(7)])
        #expect(try Self.ids(store, "name == \"\(Self.secret) 5\"") == [])
        try store.checkIntegrity()
        // A second erase finds nothing more.
        let again = try database.erase(
            attribute: "name", of: Self.object, replacement: .string("erased"))
        #expect(again.records == 0)
    }

    @Test func `a number becomes null in all versions`() throws {
        let store = try Self.store()
        let report = try store.database.erase(attribute: "population", of: Self.object)
        #expect(report.records == 6)
        #expect(try Self.ids(store, "population == 705") == [])
        #expect(try Self.ids(store, "population == nil") == [.int(7)])
        let found = try store.database.revisions(of: .int(7), in: Self.entity)
        let schema = try store.database.snapshot().schema(of: Self.entity)
        for revision in found.revisions {
            let values = try #require(try found.values(of: revision, schema))
            #expect(values[2] == .null && values[1] != .null && values[3] == .array([.int(3)]))
        }
        try store.checkIntegrity()
    }

    @Test func `versions of a deleted object lose the value, too`() throws {
        let store = try Self.store()
        try store.database.performChanges { _ = try $0.delete(.int(7), from: Self.entity) }
        let report = try store.database.erase(
            attribute: "name", of: Self.object, replacement: .string("erased"))
        #expect(report.objects == 1)
        #expect(try store.remnants(of: Self.secret).remnants == [])
        #expect(try store.database.snapshot().find(.int(7), in: Self.entity) == nil)
        let none = try store.database.erase(
            attribute: "name", of: (Self.entity, .int(99)), replacement: .string("erased"))
        #expect(none.objects == 0)
        try store.checkIntegrity()
    }

    @Test func `values that cannot be erased are refused`() throws {
        let store = try Self.store()
        let database = store.database
        try database.performChanges { changes in
            try changes.define(
                "User",
                attributes: [
                    PastSnapshotTests.attribute(1, "id", .scalar(.int64)),
                    AttributeSchema(
                        id: AttributeID(2), name: "login", type: .string, isNullable: true,
                        isUnique: true),
                    PastSnapshotTests.attribute(3, "a", .scalar(.int64), isNullable: true),
                    PastSnapshotTests.attribute(4, "b", .scalar(.int64), isNullable: true),
                    AttributeSchema(
                        id: AttributeID(5), name: "c", type: .scalar(.int64), isNullable: true,
                        pipeline: ["derived@1"]),
                ], id: "id",
                indexes: [NamedIndex(["a", "b"], isUnique: true)])
        }
        let commit = try database.snapshot().commit
        func code(_ entity: String, _ name: String, _ value: Value = .null) -> StoreError.Code? {
            DatabaseTests.code {
                _ = try database.erase(
                    attribute: name, of: (entity, .int(7)), replacement: value)
            }
        }
        #expect(code("Nothing", "id") == .unknownEntity)
        #expect(code("User", "nothing") == .unknownAttribute)
        for name in ["id", "login", "a", "b", "c"] {
            #expect(code("User", name, .int(1)) == .invalidValue, "\(name)")
        }
        #expect(code(Self.entity, "name") == .invalidValue)
        #expect(code(Self.entity, "name", .int(3)) == .invalidValue)
        let long = String(long: "x", count: 70_000)
        #expect(code(Self.entity, "name", .string(long)) == .invalidValue)
        #expect(try database.snapshot().commit == commit)
    }

    @Test func `computed values become null in former versions`() throws {
        let store = try TestStore()
        let derived = AttributeSchema(
            id: AttributeID(3), name: "upper", type: .string, isNullable: true,
            pipeline: ["derived@1"])
        try store.database.performChanges { changes in
            try changes.define(
                "User",
                attributes: [
                    PastSnapshotTests.attribute(1, "id", .scalar(.int64)),
                    PastSnapshotTests.attribute(2, "name", .string, isNullable: true), derived,
                ], id: "id")
            try changes.setHistory(.forever)
        }
        for name in ["emma", "ida"] {
            try store.database.performChanges { changes in
                let values: [Value] = [
                    .int(7), .string(name), .string("<\(name)>"),
                ]
                _ = try changes.save(values, in: "User")
            }
        }
        _ = try store.database.erase(attribute: "name", of: ("User", .int(7)))
        #expect(try store.remnants(of: "emma").remnants == [])
        #expect(try store.remnants(of: "ida").remnants == [])
        #expect(try store.contents()["User"] == [.int(7): [.int(7), .null, .null]])
        try store.checkIntegrity()
    }

    @Test func `the caller's own change sets the present value`() throws {
        let store = try Self.store()
        let database = store.database
        let report = try database.erase(attribute: "name", of: Self.object) { body in
            try database.performChanges { changes in
                try body(changes) {
                    try changes.update(Self.values(7, "now", 8), of: Self.entity)
                    return .string("erased")
                }
            }
        }
        #expect(report.records == 6)
        #expect(try store.remnants(of: Self.secret).remnants == [])
        #expect(try store.contents()[Self.entity]?[.int(7)]?[1] == .string("now"))
    }

    @Test func `versions from before the attribute could be null lose the value`() throws {
        let store = try TestStore()
        let long = Self.secret + String(long: "x", count: 70_000)
        try store.database.performChanges { changes in
            try changes.define(
                "User",
                attributes: [
                    PastSnapshotTests.attribute(1, "id", .scalar(.int64)),
                    PastSnapshotTests.attribute(2, "name", .string),
                    PastSnapshotTests.attribute(3, "note", .string),
                ], id: "id")
            try changes.setHistory(.forever)
            try changes.insert([.int(7), .string(Self.secret), .string("note")], into: "User")
        }
        try store.database.performChanges { changes in
            try changes.update([.int(7), .string(long), .string(long)], of: "User")
        }
        try store.database.performChanges { changes in
            _ = try changes.redefine(
                "User",
                attributes: [
                    PastSnapshotTests.attribute(1, "id", .scalar(.int64)),
                    PastSnapshotTests.attribute(2, "name", .string, isNullable: true),
                    PastSnapshotTests.attribute(3, "note", .string),
                ])
        }
        _ = try store.database.erase(attribute: "name", of: ("User", .int(7)))
        let found = try store.database.revisions(of: .int(7), in: "User")
        let schema = try store.database.snapshot().schema(of: "User")
        let values = try found.revisions.map { try found.values(of: $0, schema) }
        #expect(values.count == 3)
        #expect(values.allSatisfy { $0?[1] == .null })
        #expect(values.last??[2] == .string("note"))
        #expect(values.first??[2] == .string(long))
        #expect(Set(try store.remnants(of: Self.secret).remnants.map(\.attribute)) == ["note"])
        try store.checkIntegrity()
    }

    @Test func `a consumer behind an erase gets the replacement, and is told`() throws {
        let store = try Self.store()
        let database = store.database
        try database.addConsumer("copy", since: nil, limit: .forever)
        for round in 6..<9 as Range<Int64> {
            try database.performChanges { changes in
                let name = "\(Self.secret) \(round)"
                _ = try changes.save(Self.values(7, name, round), in: Self.entity)
            }
        }
        _ = try database.erase(
            attribute: "name", of: Self.object, replacement: .string("erased"))
        let feed = try database.commitFeed(since: database.place(ofConsumer: "copy"))
        let schema = try database.snapshot().schema(of: Self.entity)
        var names: [Value] = []
        var told: Set<EntityNumber> = []
        while let commit = try feed.next() {
            told.formUnion(commit.erased)
            for change in commit.changes where change.entity == schema.number {
                if let new = try commit.new(change) {
                    names.append(try commit.after.values(of: new, schema: schema)[1])
                }
            }
        }
        #expect(told == [schema.number])
        #expect(names.count >= 3 && Set(names) == [.string("erased")])
    }

    @Test func `an erase of a value that was interrupted is finished by the next opening`() throws {
        let store = try Self.store()
        let plan = FailurePlan()
        let files = FailingFileSystem(store.files, plan: plan)
        try store.database.close()
        let database = try Database(
            at: TestStore.path, options: Database.Options(segmentSizeNominal: 3000),
            fileSystem: files, environment: .repeatable(seed: 3))
        let removals = Mutex(0)
        plan.beforeCalls { call in
            guard call.hasPrefix("remove"), call.hasSuffix(".seg") else { return }
            let count = removals.withLock { count in
                count += 1
                return count
            }
            if count == 2 { plan.failNext() }
        }
        _ = try? database.erase(
            attribute: "name", of: Self.object, replacement: .string("erased"))
        let twin = try TestStore(
            files: MemoryFileSystem(
                TestStore.path, files: store.files.contents(of: TestStore.path)))
        #expect(try twin.remnants(of: Self.secret).remnants == [])
        let stored = try twin.database.snapshot().find(.int(7), in: Self.entity)
        #expect(stored?.values[1] == .string("erased"))
        try twin.checkIntegrity()
    }
}
