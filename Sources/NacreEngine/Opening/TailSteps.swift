internal import NacreFormat

/// The changes that the records after a checkpoint make to the trees of one entity. Each tree gets
/// all its steps at once, sorted. If there are many steps, several trees are changed in parallel.
struct TailSteps {
    /// The indexes, that of ids first.
    private let indexes: [IndexDefinition]
    /// The steps, by place of the index.
    private var steps: [[TreeStep]]

    /// Minimum number of steps that several threads apply.
    private static let manyMin = 512
    /// The number of rows whose steps one thread computes at a time.
    static let rowsPerPiece = 256

    init(_ definition: EntityDefinition) {
        indexes = definition.allIndexes
        steps = Array(repeating: [], count: indexes.count)
    }

    var isEmpty: Bool { steps.allSatisfy(\.isEmpty) }

    /// Adds the steps of a row.
    /// - Parameters:
    ///   - row: The row; each one is added once.
    ///   - old: The object's keys in each tree as of the checkpoint.
    ///   - new: The object's keys now.
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

    /// Adds the steps of other rows.
    mutating func append(_ other: TailSteps) {
        for place in steps.indices { steps[place] += other.steps[place] }
    }

    /// The result of applying the steps.
    struct Outcome {
        /// The trees, by place of the index.
        var trees: [Tree]
        /// The first index whose tree did not match the rows of the checkpoint.
        var wrong: IndexDefinition?
        /// The keys of unique indexes that more than one object has.
        var shared: [SharedKey] = []
    }

    /// Several entries of one key. At least one of them is new.
    struct SharedKey {
        let index: IndexDefinition
        let entries: [TreeEntry]
    }

    /// The result of one lane.
    private struct Part {
        let trees: [(place: Int, outcome: TreeOutcome)]
        /// The nodes of a lane with a pool of its own.
        let nodes: NodePool.Nodes?
    }

    private struct TreeOutcome {
        var tree: Tree
        var shared: [SharedKey] = []
        /// Whether the tree was in the expected state at each step.
        var isRight = true
    }

    /// Applies the steps.
    /// - Parameters:
    ///   - trees: The checkpoint's trees, by place of the index.
    ///   - pool: The pool that gets the nodes.
    func apply(to trees: [Tree], _ pool: NodePool) -> Outcome {
        let origin = pool.origin
        let lanes = Lanes(pieces: indexes.count, isShared: count >= Self.manyMin)
        let parts = lanes.collect { lane in
            // Lane 0 uses the caller's pool: entities with few writes must not take a slab each.
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

    /// Applies the steps of one tree.
    private func apply(to tree: Tree, _ place: Int, _ pool: NodePool) -> TreeOutcome {
        var steps = steps[place]
        steps.settle()
        var outcome = TreeOutcome(tree: tree)
        outcome.isRight = outcome.tree.apply(steps, pool: pool) == 0
        guard indexes[place].isUnique else { return outcome }
        var last: UInt64?
        var entries: [TreeEntry] = []
        // Each key once: in a forged log all keys could be equal.
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
    /// Replaces the content of `entries` by the entries of a key.
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
    /// Updates the trees of an entity from the rows of a checkpoint to the present ones.
    /// - Parameter touched: The rows that may differ.
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
                "The checkpoint's index of '\(wrong.name)' of '\(definition.schema.name)' does not"
                    + " match the objects.")
        }
        for shared in outcome.shared {
            let (index, schema) = (shared.index, definition.schema)
            try forEachDuplicate(among: shared.entries[...], of: index, schema) { first, second in
                throw duplicate(second, first, index, schema)
            }
        }
    }

    /// Returns the changes that some rows make to the trees.
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

    /// Returns the keys of a row's object in all trees; no keys if there is no object.
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
