internal import NacreFormat

/// Builds the deferred trees of an entity's indexes while readers scan and the writer continues. It
/// takes all entries of one version, then the differences to newer versions. The writer waits only
/// for the last of these.
struct IndexBuild {
    /// The version whose changes are included so far.
    private var done: DatabaseSnapshot
    private let entity: EntityNumber
    private var parts: [Part]

    private struct Part {
        let slot: Int
        let entries: [TreeEntry]
        var changes = PendingEntries()
    }

    /// Begins with an entity that lacks trees in a version.
    /// - Parameter isCancelled: Called from time to time. An error it throws ends the build.
    /// - Returns: nil if no trees are missing.
    init?(_ snapshot: DatabaseSnapshot, _ isCancelled: () throws -> Void) throws {
        let definition = snapshot.catalog.all.first { definition in
            definition.indexes.contains { !snapshot.isBuilt($0.slot) }
        }
        guard let definition else { return nil }
        let indexes = definition.indexes.filter { !snapshot.isBuilt($0.slot) }
        let all = try IndexEntries.all(of: indexes, definition, in: snapshot.view) { _ in
            try isCancelled()
        }
        parts = zip(indexes, all).map { Part(slot: $0.slot, entries: $1.entries) }
        entity = definition.schema.number
        done = snapshot
    }

    /// Includes the changes up to a newer version.
    /// - Returns: The number of changed rows.
    mutating func catchUp(with next: DatabaseSnapshot) throws -> Int {
        let (former, present) = (try definition(in: done), try definition(in: next))
        // Indexes that were dropped meanwhile are abandoned.
        parts.removeAll { part in !present.indexes.contains { $0.slot == part.slot } }
        var count = 0
        let (old, new) = (done.roots(of: entity).rows, next.roots(of: entity).rows)
        try old.forEachDifference(to: new) { row, before, after in
            count += 1
            for place in parts.indices {
                let slot = parts[place].slot
                try done.forEachEntry(of: slot, row, at: before, former) {
                    parts[place].changes.remove($0)
                }
                try next.forEachEntry(of: slot, row, at: after, present) {
                    parts[place].changes.insert($0)
                }
            }
        }
        done = next
        return count
    }

    private func definition(in snapshot: DatabaseSnapshot) throws(StoreError) -> EntityDefinition {
        guard let definition = snapshot.catalog[entity] else {
            throw StoreError(.unknownEntity, "There is no entity with the number \(entity).")
        }
        return definition
    }

    /// Hands the trees to the writer, whose head must be the version included last.
    mutating func finish(in writer: Writer) {
        for place in parts.indices {
            let slot = parts[place].slot
            var tree = Tree(sorted: parts[place].entries, pool: writer.pool)
            parts[place].changes.apply(to: &tree, pool: writer.pool)
            writer.replaceTree(slot, by: tree)
            writer.unbuilt.remove(slot)
        }
    }
}

extension DatabaseSnapshot {
    /// Calls `body` with each entry of one object in an index.
    /// - Parameter word: The word of the object's row; 0 if there is no object.
    fileprivate func forEachEntry(
        of slot: Int, _ row: UInt32, at word: UInt64, _ definition: EntityDefinition,
        _ body: (TreeEntry) -> Void
    ) throws {
        guard word != 0, let index = definition.indexes.first(where: { $0.slot == slot }) else {
            return
        }
        let schema = definition.schema
        let found = try record(
            at: Position(word), row: RowNumber(row), of: schema.number, verifying: false)
        try keys(of: index, in: schema, of: found).forEach { key in
            body(TreeEntry(key: key, row: row))
        }
    }
}
