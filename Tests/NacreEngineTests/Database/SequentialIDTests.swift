import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Objects whose ids were given in order are found by their position (``Tree/likelyRow(of:)``),
/// with the same results in less time.
@Suite struct SequentialIDTests {
    private static func insert(_ ids: some Sequence<Int64>, in changes: Changes) throws {
        for id in ids { try changes.insert([.int(id), .string("n\(id)")], into: "City") }
    }

    private static func store(_ ids: some Sequence<Int64>) throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            try insert(ids, in: changes)
        }
        return store
    }

    private static func likelyRow(of id: Int64, in store: TestStore) throws -> UInt32? {
        let snapshot = try store.database.snapshot()
        let definition = try snapshot.definition("City")
        return snapshot.roots(of: definition.schema.number).ids
            .likelyRow(of: snapshot.idKey(.int(id)))
    }

    @Test func `the row is computed for ids in order, and for no others`() throws {
        let ordered = try Self.store(-100..<900)
        let first = try #require(try Self.likelyRow(of: -100, in: ordered))
        #expect(try Self.likelyRow(of: 899, in: ordered) == first + 999)
        // There is no row below the first.
        #expect(try Self.likelyRow(of: -101 - Int64(first), in: ordered) == nil)
        #expect(try Self.likelyRow(of: .max, in: ordered) == nil)

        let descending = try Self.store((0..<1_000).reversed())
        #expect(try Self.likelyRow(of: 5, in: descending) == nil)
        // With few objects, the lookup uses the tree immediately.
        let few = try Self.store(0..<80)
        #expect(try Self.likelyRow(of: 5, in: few) == nil)
    }

    @Test func `random changes of ordered ids read as from a dictionary`() {
        let change = Generator<(Int, Bool)>.tuple(.integer(in: 0...1_299), .bool())
        property(
            "ordered ids", runs: 5, .array(of: .array(of: change, count: 0...80), count: 1...8)
        ) {
            rounds in
            let store = try Self.store(0..<1_000)
            var model = Dictionary(
                uniqueKeysWithValues: (0..<1_000 as Range<Int64>).map { ($0, "n\($0)") })
            for (number, round) in rounds.enumerated() {
                try store.database.performChanges { changes in
                    for (id, isDeletion) in round {
                        let name = isDeletion ? nil : "in \(number)"
                        try Self.set(Int64(id), to: name, in: changes, &model)
                    }
                    try Self.requireSame(changes, model)
                }
                try Self.requireSame(try store.database.snapshot(), model)
            }
        }
    }

    /// - Parameter name: The new name, or nil to delete the object.
    private static func set(
        _ id: Int64, to name: String?, in changes: Changes, _ model: inout [Int64: String]
    ) throws {
        if let name {
            try changes.save([.int(id), .string("\(name) \(id)")], in: "City")
            model[id] = "\(name) \(id)"
        } else {
            let isGone = try changes.delete(.int(id), from: "City")
            try requireEqual(isGone, model.removeValue(forKey: id) != nil, "deleting \(id)")
        }
    }

    private static func requireSame(_ reader: some DatabaseReader, _ model: [Int64: String]) throws
    {
        for id in -3..<1_303 as Range<Int64> {
            let found = try reader.find(.int(id), in: "City")
            try requireEqual(found?.values, model[id].map { [.int(id), .string($0)] }, "\(id)")
        }
    }

    @Test func `an undone savepoint restores the objects that it deleted`() throws {
        struct Stop: Error {}
        let store = try Self.store(0..<1_000)
        try store.database.performChanges { changes in
            try? changes.savepoint {
                for id in 0..<1_000 as Range<Int64> { try changes.delete(.int(id), from: "City") }
                try Self.insert(2_000..<2_500, in: changes)
                throw Stop()
            }
            for id in [0, 499, 999] as [Int64] {
                let found = try changes.find(.int(id), in: "City")
                #expect(found?.values.first == .int(id))
            }
            let gone = try changes.find(.int(2_000), in: "City")
            #expect(gone == nil)
        }
    }
}
