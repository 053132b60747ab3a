internal import NacreFormat

/// The changes that other records make to some trees of one entity, such as those after a
/// checkpoint. Each tree gets all its steps at once, sorted. If there are many steps, several trees
/// are changed in parallel.
struct TailSteps {
    private let indexes: [IndexDefinition]
    /// The steps, by place of the index.
    private var steps: [[TreeStep]]

    /// Minimum number of steps that several threads apply.
    private static let manyMin = 512
    /// The number of rows whose steps one thread computes at a time.
    static let rowsPerPiece = 256
    /// The number of rows ahead of which records are prefetched.
    static let rowsAhead = 8

    init(_ indexes: [IndexDefinition]) {
        self.indexes = indexes
        steps = Array(repeating: [], count: indexes.count)
    }

    var isEmpty: Bool { steps.allSatisfy(\.isEmpty) }

    /// Adds the steps of a row in one tree.
    /// - Parameters:
    ///   - row: The row; each one is added once.
    ///   - place: The place of the index.
    ///   - old: The object's keys in the tree.
    ///   - new: The object's keys now.
    mutating func move(_ row: UInt32, at place: Int, from old: EntryKeys, to new: EntryKeys) {
        old.forEach(missingIn: new) { add($0, row, place, isInsertion: false) }
        new.forEach(missingIn: old) { add($0, row, place, isInsertion: true) }
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
        /// The first index whose tree did not match the rows.
        var wrong: IndexDefinition?
        /// The keys of unique indexes that more than one object has.
        var shared: [SharedKey] = []
    }

    /// Several entries of one key. At least one of them is new.
    struct SharedKey {
        let index: IndexDefinition
        let entries: [TreeEntry]
    }

    private struct TreeOutcome {
        var tree: Tree
        var shared: [SharedKey] = []
        /// Whether the tree was in the expected state at each step.
        var isRight = true
    }

    /// Applies the steps.
    /// - Parameters:
    ///   - trees: The trees, by place of the index.
    ///   - pool: The pool that gets the nodes.
    func apply(to trees: [Tree], _ pool: NodePool) -> Outcome {
        let made = pool.forEachInLanes(
            Lanes(pieces: indexes.count, isShared: count >= Self.manyMin), isForMany: false
        ) { place, pool in apply(to: trees[place], place, pool) }
        var outcome = Outcome(trees: made.map(\.tree))
        outcome.shared = made.flatMap(\.shared)
        outcome.wrong = made.firstIndex { !$0.isRight }.map { indexes[$0] }
        return outcome
    }

    /// Applies the steps of one tree.
    private func apply(to tree: Tree, _ place: Int, _ pool: NodePool) -> TreeOutcome {
        var steps = steps[place]
        steps.settle()
        var outcome = TreeOutcome(tree: tree)
        let keys = indexes[place].isUnique ? Self.keys(of: steps, knownTo: tree) : []
        outcome.isRight = outcome.tree.apply(steps, pool: pool) == 0
        var entries: [TreeEntry] = []
        for key in keys {
            outcome.tree.collect(key, into: &entries)
            guard entries.count > 1 else { continue }
            outcome.shared.append(SharedKey(index: indexes[place], entries: entries))
        }
        return outcome
    }

    /// Returns the keys of insertions that may have several entries afterwards: those that the tree
    /// has already, and those that several steps insert. Each key once: in a forged log all keys
    /// could be equal.
    private static func keys(of steps: [TreeStep], knownTo tree: Tree) -> [UInt64] {
        var keys: [UInt64] = []
        var last: UInt64?
        for step in steps where step.isInsertion {
            let key = step.entry.key
            if key == keys.last { continue }
            if key == last || tree.first(atOrAfter: TreeEntry(key: key, row: 0))?.key == key {
                keys.append(key)
            }
            last = key
        }
        return keys
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
    /// A row whose object is another one than in other rows, such as those of a checkpoint.
    struct ChangedRow {
        let row: UInt32
        /// The position of the other object; 0 if there was none.
        let before: UInt64
        /// The position of the object of this builder; 0 if there is none.
        let now: UInt64
    }

    /// Returns the rows of an entity that differ from other ones, ascending.
    func changedRows(of entity: EntityNumber, from other: IndexBuilder) -> [ChangedRow] {
        var changed: [ChangedRow] = []
        other.rows(of: entity).forEachDifference(to: rows(of: entity)) { row, old, new in
            changed.append(ChangedRow(row: row, before: old, now: new))
        }
        return changed
    }

    /// Updates some trees of an entity, which are those of other rows, to those of this builder's
    /// rows.
    /// - Parameters:
    ///   - changed: The rows whose keys may differ, ascending.
    ///   - other: The source of the other rows.
    mutating func update(
        _ indexes: [IndexDefinition], of definition: EntityDefinition, at changed: [ChangedRow],
        from other: IndexBuilder
    ) throws {
        if changed.isEmpty { return }
        let steps = try steps(EntryKeyReader(indexes, of: definition), changed, definition, other)
        guard !steps.isEmpty else { return }
        let outcome = steps.apply(to: indexes.map { tree(of: $0, definition) }, pool)
        for (index, tree) in zip(indexes, outcome.trees) { set(index, to: tree, definition) }
        if let wrong = outcome.wrong {
            throw StoreError(
                .corrupt,
                "The index of '\(wrong.name)' of '\(definition.schema.name)' does not match the"
                    + " objects.")
        }
        for shared in outcome.shared where !mayShareUniqueValues || shared.index.slot < 0 {
            let (index, schema) = (shared.index, definition.schema)
            try forEachDuplicate(among: shared.entries[...], of: index, schema) { first, second in
                throw duplicate(second, first, index, schema)
            }
        }
    }

    /// Returns the changes that some rows make to the trees.
    /// - Parameter other: The source of the objects as they were.
    private func steps(
        _ keys: EntryKeyReader, _ changed: [ChangedRow], _ definition: EntityDefinition,
        _ other: IndexBuilder
    ) throws -> TailSteps {
        let size = TailSteps.rowsPerPiece
        let lanes = Lanes(
            pieces: (changed.count + size - 1) / size, isShared: changed.count > size)
        let parts = try lanes.collect { lane in
            var pieces: [(number: Int, steps: TailSteps)] = []
            while let piece = lane.takePiece() {
                var steps = TailSteps(keys.indexes)
                for place in (piece * size)..<min((piece + 1) * size, changed.count) {
                    if place + TailSteps.rowsAhead < changed.count {
                        let next = changed[place + TailSteps.rowsAhead]
                        other.prefetch(next.before)
                        prefetch(next.now)
                    }
                    try add(changed[place], keys, definition, other, to: &steps)
                }
                pieces.append((piece, steps))
            }
            return pieces
        }
        // In the order of the rows, so that sorting by key leaves them in order.
        return parts.flatMap { $0 }.sorted { $0.number < $1.number }
            .reduce(into: TailSteps(keys.indexes)) { $0.append($1.steps) }
    }

    /// Adds the steps of one row.
    /// - Parameter other: The source of the object as it was.
    private func add(
        _ change: ChangedRow, _ keys: EntryKeyReader, _ definition: EntityDefinition,
        _ other: IndexBuilder, to steps: inout TailSteps
    ) throws {
        let old = try other.object(of: change.row, at: change.before, definition)
        let new = try object(of: change.row, at: change.now, definition)
        for (place, index) in keys.indexes.enumerated() {
            let former = try old.map { try keys.keys(at: place, of: $0, in: other) } ?? .none
            let present = try new.map { try keys.keys(at: place, of: $0, in: self) } ?? .none
            if index.slot < 0 {
                // The tree of the ids.
                try checkID(former, old, definition)
                try checkID(present, new, definition)
            }
            steps.move(change.row, at: place, from: former, to: present)
        }
    }

    private func prefetch(_ position: UInt64) {
        let position = Position(position)
        guard let segment = wholeSegment(position.segment) else { return }
        UsualRecord.prefetchWhole(at: position.offset, in: segment)
    }

    private func object(
        of row: UInt32, at position: UInt64, _ definition: EntityDefinition
    ) throws(StoreError) -> FoundRecord? {
        guard position != 0 else { return nil }
        return try record(
            at: Position(position), row: RowNumber(row), of: definition.schema.number,
            verifying: true)
    }

    private func checkID(
        _ keys: EntryKeys, _ found: FoundRecord?, _ definition: EntityDefinition
    ) throws(StoreError) {
        guard let found, keys == .none else { return }
        throw damaged(found.position, "an object of '\(definition.schema.name)' has no id")
    }
}
