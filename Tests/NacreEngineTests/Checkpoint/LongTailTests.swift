import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A log after a checkpoint that is so long that several threads update the trees.
@Suite struct LongTailTests {
    private static let count: Int64 = 6_000

    private static func name(_ number: Int64) -> Value {
        .string("city \(number &* 7_919 % 100_003)")
    }

    /// Makes objects, a checkpoint, and after it every kind of change.
    private static func makeFiles() throws -> [String: [UInt8]] {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            for id in 0..<count { try changes.insert([.int(id), name(id)], into: "City") }
        }
        try store.database.checkpoint()
        try store.database.performChanges { changes in
            for id in stride(from: 0, to: count, by: 7) {
                try changes.delete(.int(id), from: "City")
            }
        }
        try store.database.performChanges { changes in
            // Pairs swap their unique values; every third row keeps its keys.
            for id in stride(from: 1, to: count - 7, by: 7) {
                try changes.update([.int(id), .null], of: "City")
                try changes.update([.int(id + 1), name(id)], of: "City")
                try changes.update([.int(id), name(id + 1)], of: "City")
                try changes.update([.int(id + 2), name(id + 2)], of: "City")
            }
            // Some of them get rows of deleted ones.
            for id in count..<count + 2_000 {
                try changes.insert([.int(id), name(id)], into: "City")
            }
        }
        // Not closed: the checkpoint stays as it is.
        return store.fileContents
    }

    @Test func `a long tail gives the same trees as a replay of the whole log`() throws {
        let files = try Self.makeFiles()
        #expect(try StoreState.requireSame(files, "long tail") == nil)
    }

    // MARK: Wrong trees

    private static let definition: EntityDefinition = {
        let schema = StoredSchema(
            number: EntityNumber(1), name: "City",
            attributes: [
                AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                AttributeSchema(
                    id: AttributeID(2), name: "code", type: .scalar(.int64), isNullable: true,
                    isUnique: true),
            ], idOrdinal: 0)
        let code = IndexDefinition.Identity(attributes: [AttributeID(2)], isUnique: true)
        return EntityDefinition(
            schema: schema, layout: nil, indexes: [IndexDefinition(code, of: schema, slot: 0)])
    }()

    private func tree(_ keys: Range<UInt64>, _ pool: NodePool) -> Tree {
        Tree(sorted: keys.map { TreeEntry(key: $0, row: UInt32($0)) }, pool: pool)
    }

    @Test func `a tree without entries that the rows have is reported by its index`() {
        let pool = NodePool(slabs: NodeSlabs())
        let trees = [tree(0..<500, pool), tree(0..<499, pool)]
        var steps = TailSteps(Self.definition.allIndexes)
        for row in 490..<500 as Range<UInt32> {
            let key = EntryKeys.one(UInt64(row))
            steps.move(row, from: [key, key], to: [.none, .none])
        }
        let outcome = steps.apply(to: trees, pool)
        #expect(outcome.wrong?.name == "code")
        #expect(outcome.trees[0].count == 490)
    }

    @Test func `a tree that already has a new entry is reported as well`() {
        let pool = NodePool(slabs: NodeSlabs())
        let trees = [tree(0..<500, pool), tree(0..<501, pool)]
        var steps = TailSteps(Self.definition.allIndexes)
        steps.move(500, from: [.none, .none], to: [.one(500), .one(500)])
        #expect(steps.apply(to: trees, pool).wrong?.name == "code")
    }

    @Test func `shared keys in unique trees are reported with both entries`() {
        let pool = NodePool(slabs: NodeSlabs())
        let trees = [tree(10..<500, pool), tree(10..<500, pool)]
        var steps = TailSteps(Self.definition.allIndexes)
        steps.move(600, from: [.none, .none], to: [.one(600), .one(40)])
        steps.move(5, from: [.none, .none], to: [.one(5), .one(50)])
        let outcome = steps.apply(to: trees, pool)
        #expect(outcome.wrong == nil)
        let shared = outcome.shared.map { $0.entries.map(\.row) }
        #expect(Set(shared) == [[40, 600], [5, 50]])
        #expect(outcome.shared.allSatisfy { $0.index.name == "code" })
    }

    @Test func `missing and surplus entries do not cancel out`() {
        let pool = NodePool(slabs: NodeSlabs())
        for count in [1, 200] as [UInt32] {
            var steps = TailSteps(Self.definition.allIndexes)
            for row in 0..<count {
                steps.move(row, from: [.none, .none], to: [.none, .one(UInt64(row))])
                let gone = row + 1_000
                steps.move(gone, from: [.none, .one(UInt64(gone))], to: [.none, .none])
            }
            let outcome = steps.apply(to: [Tree(), tree(0..<500, pool)], pool)
            #expect(outcome.trees[1].count == 500)
            #expect(outcome.wrong?.name == "code")
        }
    }

    // MARK: Forged logs

    @Test func `many new objects with one key are reported once`() {
        let pool = NodePool(slabs: NodeSlabs())
        var steps = TailSteps(Self.definition.allIndexes)
        for row in 0..<3_000 as Range<UInt32> {
            steps.move(row, from: [.none, .none], to: [.one(7), .none])
        }
        let outcome = steps.apply(to: [Tree(), Tree()], pool)
        #expect(outcome.shared.map(\.entries.count) == [3_000])
    }

    @Test func `entities with few changes share nodes`() {
        let pool = NodePool(slabs: NodeSlabs())
        for row in 0..<200 as Range<UInt32> {
            var steps = TailSteps(Self.definition.allIndexes)
            steps.move(row, from: [.none, .none], to: [.one(1), .one(1)])
            #expect(steps.apply(to: [Tree(), Tree()], pool).wrong == nil)
        }
        #expect(pool.nodeCount < 1_000)
    }
}

extension TailSteps {
    /// Adds the steps of a row in all trees.
    fileprivate mutating func move(_ row: UInt32, from old: [EntryKeys], to new: [EntryKeys]) {
        for place in old.indices { move(row, at: place, from: old[place], to: new[place]) }
    }
}
