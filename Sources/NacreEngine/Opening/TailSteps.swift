internal import NacreFormat

/// What the records behind a checkpoint change in the trees of one entity, and how that gets there:
/// each tree's steps at once, sorted, and several trees at a time where there are many steps.
struct TailSteps {
    /// Those of ids first.
    private let indexes: [IndexDefinition]
    /// By place of the index.
    private var steps: [[TreeStep]]

    /// So many are made by several threads.
    private static let manyMin = 512
    /// Of which one thread finds out the steps.
    static let rowsPerPiece = 256

    init(_ definition: EntityDefinition) {
        indexes = definition.allIndexes
        steps = Array(repeating: [], count: indexes.count)
    }

    var isEmpty: Bool { steps.allSatisfy(\.isEmpty) }

    /// - Parameters:
    ///   - row: comes once.
    ///   - old: the object's keys in each tree, as the checkpoint has them.
    ///   - new: its keys now.
    mutating func move(_ row: UInt32, from old: [EntryKeys], to new: [EntryKeys]) {
        for place in indexes.indices {
            old[place].forEach(missingIn: new[place]) { add($0, row, place, isInsertion: false) }
            new[place].forEach(missingIn: old[place]) { add($0, row, place, isInsertion: true) }
        }
    }

    private mutating func add(_ key: UInt64, _ row: UInt32, _ place: Int, isInsertion: Bool) {
        let entry = TreeEntry(key: key, row: row)
        steps[place].append(TreeStep(entry: entry, isInsertion: isInsertion))
    }

    /// Adds those of other rows.
    mutating func append(_ other: TailSteps) {
        for place in steps.indices { steps[place] += other.steps[place] }
    }

    /// What came of the steps.
    struct Outcome {
        /// By place of the index.
        var trees: [Tree]
        /// The first index whose tree was not that of the rows that the checkpoint has.
        var wrong: IndexDefinition?
        /// In trees of which no two objects share a value.
        var shared: [SharedKey] = []
    }

    /// Several entries of one key, one of which is new.
    struct SharedKey {
        let index: IndexDefinition
        let entries: [TreeEntry]
    }

    /// What one lane makes.
    private struct Part {
        let trees: [(place: Int, outcome: TreeOutcome)]
        /// Of a lane with a pool of its own.
        let nodes: NodePool.Nodes?
    }

    private struct TreeOutcome {
        var tree: Tree
        var shared: [SharedKey] = []
        /// Whether each step found the tree as it should have been.
        var isRight = true
    }

    /// Makes the steps.
    /// - Parameters:
    ///   - trees: those of the checkpoint, by place of the index.
    ///   - pool: gets the nodes.
    func apply(to trees: [Tree], _ pool: NodePool) -> Outcome {
        let origin = pool.origin
        let lanes = Lanes(pieces: indexes.count, isShared: count >= Self.manyMin)
        let parts = lanes.collect { lane in
            // Entities of which little was written must not take a slab each.
            let own = lane.number > 0 ? NodePool(origin) : nil
            var outcomes: [(Int, TreeOutcome)] = []
            while let place = lane.takePiece() {
                outcomes.append((place, apply(to: trees[place], place, own ?? pool)))
            }
            return Part(trees: outcomes, nodes: own?.nodes)
        }
        var outcome = Outcome(trees: trees)
        var isRight = Array(repeating: true, count: trees.count)
        for part in parts {
            if let nodes = part.nodes { pool.take(nodes) }
            for (place, made) in part.trees {
                outcome.trees[place] = made.tree
                outcome.shared += made.shared
                isRight[place] = made.isRight
            }
        }
        outcome.wrong = isRight.firstIndex(of: false).map { indexes[$0] }
        return outcome
    }

    /// Makes those of one tree.
    private func apply(to tree: Tree, _ place: Int, _ pool: NodePool) -> TreeOutcome {
        var steps = steps[place]
        steps.settle()
        var outcome = TreeOutcome(tree: tree)
        outcome.isRight = outcome.tree.apply(steps, pool: pool) == 0
        guard indexes[place].isUnique else { return outcome }
        var last: UInt64?
        var entries: [TreeEntry] = []
        // Each key once: of a forged log all could be the same.
        for step in steps where step.isInsertion && step.entry.key != last {
            last = step.entry.key
            outcome.tree.collect(step.entry.key, into: &entries)
            guard entries.count > 1 else { continue }
            outcome.shared.append(SharedKey(index: indexes[place], entries: entries))
        }
        return outcome
    }

    private var count: Int { steps.reduce(0) { $0 + $1.count } }
}

extension Tree {
    /// - Parameter entries: is made the entries of a key.
    fileprivate func collect(_ key: UInt64, into entries: inout [TreeEntry]) {
        entries.removeAll(keepingCapacity: true)
        forEach(from: TreeEntry(key: key, row: 0)) { entry in
            guard entry.key == key else { return false }
            entries.append(entry)
            return true
        }
    }
}

extension IndexBuilder {
    /// Brings the trees of an entity from the rows that a checkpoint has to those of now.
    /// - Parameter touched: the rows that may differ.
    mutating func update(
        _ definition: EntityDefinition, _ before: RowTable, _ touched: [UInt32]
    ) throws {
        let now = roots[Int(definition.schema.number.rawValue)].rows
        let steps = try steps(definition, touched.filter { before[$0] != now[$0] }, before, now)
        guard !steps.isEmpty else { return }
        let all = definition.allIndexes
        let outcome = steps.apply(to: all.map { tree(of: $0, definition) }, pool)
        for (index, tree) in zip(all, outcome.trees) { set(index, to: tree, definition) }
        if let wrong = outcome.wrong {
            throw StoreError(
                .corrupt,
                "The checkpoint's '\(wrong.name)' of '\(definition.schema.name)' is not that of its"
                    + " objects.")
        }
        for shared in outcome.shared {
            let (index, schema) = (shared.index, definition.schema)
            try forEachDuplicate(among: shared.entries[...], of: index, schema) { first, second in
                throw duplicate(second, first, index, schema)
            }
        }
    }

    /// What some rows change in the trees.
    private func steps(
        _ definition: EntityDefinition, _ changed: [UInt32], _ before: RowTable, _ now: RowTable
    ) throws -> TailSteps {
        let size = TailSteps.rowsPerPiece
        let lanes = Lanes(
            pieces: (changed.count + size - 1) / size, isShared: changed.count > size)
        let parts = try lanes.collect { lane in
            var steps = TailSteps(definition)
            while let piece = lane.takePiece() {
                for row in changed[(piece * size)..<min((piece + 1) * size, changed.count)] {
                    try steps.move(
                        row, from: keys(of: row, at: before[row], definition),
                        to: keys(of: row, at: now[row], definition))
                }
            }
            return steps
        }
        return parts.reduce(into: TailSteps(definition)) { $0.append($1) }
    }

    /// The keys of the object that has a row, in all trees; none if there is no object.
    private func keys(
        of row: UInt32, at position: UInt64, _ definition: EntityDefinition
    ) throws -> [EntryKeys] {
        guard position != 0 else {
            return Array(repeating: .none, count: definition.allIndexes.count)
        }
        let schema = definition.schema
        let found = try record(
            at: Position(position), row: RowNumber(row), of: schema.number, verifying: true)
        let id = try value(of: schema.idOrdinal, in: schema, of: found)
        guard !id.isNull else {
            throw damaged(found.position, "an object of '\(schema.name)' has no id")
        }
        return [.one(idKey(id))] + (try keys(of: found, definition))
    }

    private mutating func set(
        _ index: IndexDefinition, to tree: Tree, _ definition: EntityDefinition
    ) {
        if index.slot < 0 {
            roots[Int(definition.schema.number.rawValue)].ids = tree
        } else {
            trees[index.slot] = tree
        }
    }
}
