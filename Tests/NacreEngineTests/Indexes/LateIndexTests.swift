import Foundation
import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Indexes that are added over many objects: they are built later, and scans serve until then.
@Suite struct LateIndexTests {
    private static let entity = "Thing"
    private static let attributes = [
        AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
        AttributeSchema(id: AttributeID(2), name: "size", type: .scalar(.int32), isNullable: true),
        AttributeSchema(id: AttributeID(3), name: "code", type: .string, isNullable: true),
    ]

    private static func values(_ id: Int64, _ size: Int64?) -> [Value] {
        [.int(id), size.map { .int($0) } ?? .null, .string("c\(id)")]
    }

    private static func withThings(
        _ count: Int64, configure: (inout Database.Options) -> Void,
        _ body: (TestStore) throws -> Void
    ) throws {
        let store = try TestStore(configure: configure)
        try store.database.performChanges { changes in
            try changes.define(entity, attributes: attributes, id: "id")
            for id in 0..<count {
                try changes.insert(values(id, id % 10 == 0 ? nil : id % 1000), into: entity)
            }
        }
        try body(store)
        try store.checkIntegrity()
    }

    private static func add(_ indexes: [NamedIndex], to store: TestStore) throws {
        try store.database.performChanges {
            try $0.redefine(entity, attributes: attributes, indexes: indexes)
        }
    }

    private static func entries(_ name: String, _ snapshot: DatabaseSnapshot) throws -> [TreeEntry]
    {
        let indexes = try snapshot.definition(entity).indexes
        let slot = try #require(indexes.first { $0.name == name }).slot
        return TreePropertyTests.entries(snapshot.tree(slot))
    }

    @Test func `an index gives the same answers before and after it is built`() throws {
        try Self.withThings(3000, configure: { $0.indexBuildMax = 100 }) { store in
            try Self.add([["size"], .unique(["code", "id"])], to: store)
            let before = try store.database.snapshot()
            let filter = FilterExpression.comparison("size", .equal, .int(7))
            let query = Query(entity: Self.entity, filter: filter, sorts: [SortTerm("size")])
            let late = "still being built: index on size"
            #expect(try before.explain(query).description.contains(late))
            // A unique index is built at once.
            #expect(before.version.unbuilt.count == 1)
            #expect(
                DatabaseTests.code {
                    try store.database.performChanges { changes in
                        try changes.save(Self.values(1, 1), in: Self.entity)
                        try changes.delete(.int(1), from: Self.entity)
                        try changes.insert(Self.values(1, 1), into: Self.entity)
                    }
                } == nil)
            try store.database.buildIndexes()
            let after = try store.database.snapshot()
            #expect(try !after.explain(query).description.contains("still being built"))
            #expect(try after.explain(query).description.contains("index on size, 3 of 3000"))
            for snapshot in [before, after] {
                #expect(try snapshot.count(query) == 3)
                #expect(try snapshot.fetch(query).map(\.id) == [7, 1007, 2007].map { .int($0) })
                let size = "size"
                #expect(try snapshot.rank(of: .int(7), by: size, in: Self.entity) == 18)
                #expect(try snapshot.percentile(0.5, of: size, in: Self.entity) == .int(499))
                #expect(try snapshot.distinct("size", Query(entity: Self.entity)).count == 901)
            }
        }
    }

    @Test func `changes continue while an index is built, and all are in it`() throws {
        let options: (inout Database.Options) -> Void = {
            $0.maintenance = .background
            $0.indexBuildMax = 1000
        }
        try Self.withThings(20_000, configure: options) { store in
            try Self.add([["size"]], to: store)
            let deadline = Date(timeIntervalSinceNow: 60)
            var number: Int64 = 0
            while Date() < deadline, try !store.database.snapshot().version.unbuilt.isEmpty {
                try store.database.performChanges { changes in
                    try changes.save(Self.values(number * 7 % 20_000, number), in: Self.entity)
                    try changes.delete(.int(number * 11 % 20_000), from: Self.entity)
                    try changes.save(Self.values(20_000 + number, number), in: Self.entity)
                }
                number += 1
            }
            let snapshot = try store.database.snapshot()
            #expect(snapshot.version.unbuilt.isEmpty)
            var expected: [TreeEntry] = []
            try snapshot.forEach(in: snapshot.definition(Self.entity)) { found in
                let size = try snapshot.value(1, of: found)
                expected.append(TreeEntry(key: OrderKey.key(size), row: found.row.rawValue))
                return true
            }
            #expect(try Self.entries("size", snapshot) == expected.sorted())
        }
    }

    @Test func `opening continues an index build that was interrupted`() throws {
        try Self.withThings(500, configure: { $0.indexBuildMax = 100 }) { store in
            try store.database.checkpoint()
            try Self.add([["size"], ["code"], .unique(["code", "id"])], to: store)
            try store.database.performChanges { changes in
                try changes.save(Self.values(3, 77), in: Self.entity)
                try changes.delete(.int(4), from: Self.entity)
            }
            #expect(try store.database.snapshot().version.unbuilt.count == 2)
            try store.reopenAfterKill()
            #expect(store.database.checkpointProblem == nil)
            let opened = try store.database.snapshot()
            // Unique indexes do not wait.
            #expect(opened.version.unbuilt.count == 2)
            let filter = FilterExpression.comparison("size", .equal, .int(77))
            let query = Query(entity: Self.entity, filter: filter, sorts: [SortTerm("size")])
            #expect(try opened.fetch(query).map(\.id) == [3, 77].map { .int($0) })
            try store.database.performChanges { changes in
                try changes.save(Self.values(5, 77), in: Self.entity)
            }
            try store.checkIntegrity()
            try store.database.buildIndexes()
            let snapshot = try store.database.snapshot()
            #expect(snapshot.version.unbuilt.isEmpty)
            #expect(try Self.entries("size", snapshot).count == 499)
            #expect(try snapshot.fetch(query).map(\.id) == [3, 5, 77].map { .int($0) })
            try store.checkIntegrity()
            // A dropped index is in no checkpoint either.
            try Self.add([["code"]], to: store)
            try store.reopenAfterKill()
            #expect(try store.database.snapshot().definition(Self.entity).indexes.count == 1)
        }
    }

    /// Makes a store whose checkpoint lacks an index over many objects.
    private static func withIndexBehindCheckpoint(
        _ body: (TestStore, (inout Database.Options) -> Void) throws -> Void
    ) throws {
        try withThings(500, configure: { $0.indexBuildMax = 100 }) { store in
            try store.database.checkpoint()
            try add([["size"], .unique(["code", "id"])], to: store)
            let files = store.files.contents(of: TestStore.path)
            let twin = MemoryFileSystem(TestStore.path, files: files)
            let number = try store.database.snapshot().commit
            try TestStore(files: twin).database.close()
            try body(try TestStore(files: twin) { $0.indexBuildMax = 100 }) { options in
                options.indexBuildMax = 100
                options.maintenance = .background
            }
            let last = try TestStore(files: twin) { $0.indexBuildMax = 100 }
            // Only the checkpoint contains it.
            #expect(try last.database.snapshot().version.unbuilt.isEmpty)
            #expect(try last.database.snapshot().commit == number)
            #expect(try entries("size", last.database.snapshot()).count == 500)
        }
    }

    @Test func `closing writes a checkpoint with an index that the last one lacks`() throws {
        try Self.withIndexBehindCheckpoint { store, options in
            #expect(try store.database.snapshot().version.unbuilt.count == 1)
            try store.database.close()
            try TestStore(files: store.files, configure: options).database.close()
        }
    }

    @Test func `the background of an opening writes a checkpoint with a missing index`() throws {
        try Self.withIndexBehindCheckpoint { store, options in
            try store.database.close()
            let next = try TestStore(files: store.files, configure: options)
            let deadline = Date(timeIntervalSinceNow: 60)
            func hasCheckpoint() -> Bool {
                store.files.contents(of: TestStore.path)[FileName.checkpoint(2)] != nil
            }
            while Date() < deadline, !hasCheckpoint() { usleep(1000) }
            #expect(hasCheckpoint())
            try next.database.close()
        }
    }

    @Test func `an index that damage prevents from being built blocks nothing`() throws {
        try Self.withThings(500, configure: { $0.indexBuildMax = 100 }) { store in
            try store.database.checkpoint()
            try Self.add([["size"]], to: store)
            try store.database.close()
            var files = store.files.contents(of: TestStore.path)
            let segment = try #require(files["00000001.seg"])
            let record = try #require(segment.firstRange(of: Array("c77".utf8)))
            files["00000001.seg"]?[record.lowerBound] ^= 1
            let damaged = try TestStore(files: MemoryFileSystem(TestStore.path, files: files)) {
                $0.indexBuildMax = 100
                $0.maintenance = .background
            }.database
            let deadline = Date(timeIntervalSinceNow: 60)
            while Date() < deadline, damaged.maintenance.lastError == nil { usleep(1000) }
            #expect(damaged.maintenance.lastError?.code == .corrupt)
            for id in 1000..<1010 {
                try damaged.performChanges { changes in
                    try changes.save(Self.values(Int64(id), 5), in: Self.entity)
                }
            }
            let snapshot = try damaged.snapshot()
            #expect(snapshot.version.unbuilt.count == 1)
            #expect(try snapshot.find(.int(1009), in: Self.entity) != nil)
            // Builds with the engine's checks then detect the damage of a small store.
            try? damaged.close()
        }
    }

    @Test func `differences of row tables equal those of their words`() {
        let rows = Generator<[UInt32]>.array(
            of: .oneOf(.integer(in: 0...300), .integer(in: 0...40_000)), count: 0...20)
        property("differences", runs: 300, .tuple(rows, rows)) { first, second in
            let pool = NodePool(slabs: NodeSlabs())
            var (old, words) = (RowTable(), [UInt32: UInt64]())
            for row in first {
                old.set(row, to: UInt64(row) + 1, pool: pool)
                words[row] = UInt64(row) + 1
            }
            let mark = pool.mark()
            defer { pool.keep(mark) }
            var (new, others) = (old, words)
            for (place, row) in second.enumerated() {
                let word = place % 3 == 0 ? 0 : UInt64(place)
                new.set(row, to: word, pool: pool)
                others[row] = word
            }
            var found: [UInt32: [UInt64]] = [:]
            old.forEachDifference(to: new) { row, before, after in found[row] = [before, after] }
            var expected: [UInt32: [UInt64]] = [:]
            for row in Set(first + second) where words[row, default: 0] != others[row, default: 0] {
                expected[row] = [words[row, default: 0], others[row, default: 0]]
            }
            try requireEqual(found, expected, "rows that differ")
        }
    }
}
