import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The store takes at most twice what is live and kept: records that no policy keeps do not stay.
@Suite struct KeptSpaceTests {
    private static let slack = 8000

    private static func store() throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 3000) {
            $0.maintenance = .inline
            $0.compaction.slack = slack
            $0.compaction.tombstoneBytesMin = 200
        }
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            try TestStore.defineNamed("Counter", in: changes)
        }
        return store
    }

    private static func count(_ rounds: Int, _ entity: String, in store: TestStore) throws {
        for round in 0..<rounds {
            try store.database.performChanges { changes in
                let name = Value.string("\(entity) of the round \(round)")
                _ = try changes.save([.int(Int64(round % 7)), name], in: entity)
            }
        }
    }

    /// Returns the size of the segments without the room at the end of the active one.
    private static func size(of store: TestStore) throws -> Int {
        try store.database.statistics().segments.reduce(0) { $0 + $1.usage.length }
    }

    @Test func `the records before the horizon leave the store`() throws {
        let store = try Self.store()
        try store.database.setHistory(.commits(20))
        try Self.count(2000, "City", in: store)
        _ = try store.database.compact()
        let size = try Self.size(of: store)
        #expect(size < 2 * Self.slack)
        let horizon = try store.database.horizon().commit.rawValue
        let newest = try store.database.snapshot().commit.rawValue
        // A compaction may make a commit of its own.
        #expect(newest - horizon >= 20 && newest - horizon <= 22)
        #expect(try store.database.snapshot(at: CommitNumber(horizon)).count("City") == 7)
        try store.checkIntegrity()
    }

    @Test func `an entity without history does not fill the store beside one with`() throws {
        let store = try Self.store()
        try store.database.setHistory(.forever)
        try store.database.setHistory(.none, of: "Counter")
        try Self.count(50, "City", in: store)
        let before = try Self.size(of: store)
        try Self.count(2000, "Counter", in: store)
        _ = try store.database.compact()
        // A commit that is kept takes a header of 32 bytes, also without a record. The schemas in
        // these tiny segments take as much again. The records would take 200,000 bytes.
        let size = try Self.size(of: store)
        #expect(size - before < 2 * 2000 * RunFields.size)
        #expect(try store.database.revisions(of: .int(3), in: "City").revisions.count == 7)
        try store.checkIntegrity()
    }

    @Test func `a limit in bytes holds approximately`() throws {
        let store = try Self.store()
        try store.database.setHistory(.bytes(20_000))
        try Self.count(3000, "City", in: store)
        for _ in 0..<10 { _ = try store.database.compact() }
        let size = try Self.size(of: store)
        #expect(size < 2 * 20_000 + 3 * Self.slack)
        #expect(try store.database.horizon().commit.rawValue > 1000)
    }

    @Test func `shortening a policy lets a compaction free the room`() throws {
        let store = try Self.store()
        try store.database.setHistory(.forever)
        try Self.count(1000, "City", in: store)
        _ = try store.database.compact()
        let long = try Self.size(of: store)
        try store.database.setHistory(.commits(10))
        _ = try store.database.compact()
        #expect(try Self.size(of: store) < long / 4)
        try store.database.setHistory(.none)
        _ = try store.database.compact()
        #expect(try Self.size(of: store) < Self.slack)
        #expect(throws: StoreError.self) {
            _ = try store.database.snapshot(at: CommitNumber(500))
        }
    }

    /// Defines an entity of the store's own as another program might have.
    private static func forge(
        _ name: String, _ types: [StoredType], _ values: [Value], in store: TestStore
    ) throws {
        try store.database.performChanges { changes in
            try changes.define(
                name,
                attributes: types.enumerated().map { place, type in
                    AttributeSchema(
                        id: AttributeID(UInt32(place + 1)), name: "a\(place)", type: type,
                        isNullable: place > 0)
                }, id: "a0")
            try changes.insert(values, into: name)
        }
    }

    @Test func `settings that no program of ours has written trap nothing`() throws {
        let integer = StoredType.scalar(.int64)
        let full: [StoredType] = [
            integer, .scalar(.bool), .scalar(.double), integer, integer, integer, integer,
        ]
        let wrong: [Value] = [
            .int(0), .bool(true), .double(-.infinity), .int(-1), .int(-1), .int(.max), .int(-7),
        ]
        let odd: [Value] = [
            .int(0), .bool(true), .double(.nan), .int(.max), .int(0), .int(5_000), .null,
        ]
        for (types, values) in [([integer], [Value.int(0)]), (full, wrong), (full, odd)] {
            let store = try Self.store()
            for name in [Format.marksEntity, Format.undoneEntity, Format.erasuresEntity] {
                try Self.forge(name, [integer], [.int(1)], in: store)
            }
            try Self.forge(Format.historyEntity, types, values, in: store)
            try Self.count(400, "City", in: store)
            _ = try? store.database.compact()
            _ = try? store.database.snapshot(at: CommitNumber(3))
            _ = try? store.database.setHistory(.commits(5))
            _ = try? store.database.history()
            try store.reopen()
            #expect(try store.database.snapshot().count("City") == 7)
        }
    }
}
