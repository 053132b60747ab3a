package import NacreEngine
internal import NacreFormat

/// Writes all states of a store that are kept, as JSON Lines: the schemas, the settings of the
/// history, then one commit after another with the objects that it saved and deleted (Formats.md,
/// "The dump with history").
package struct HistoryDumper {
    private let kept: KeptHistory
    private let write: ([UInt8]) throws -> Void
    private let progress: (_ done: Int, _ total: Int) -> Void

    /// - Parameters:
    ///   - write: Receives the next bytes.
    ///   - progress: Called after commits with their number so far and in total.
    package init(
        _ kept: KeptHistory, write: @escaping ([UInt8]) throws -> Void,
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.kept = kept
        self.write = write
        self.progress = progress
    }

    package func run() throws {
        var lines = DumpWriter(write)
        for schema in kept.head.catalog.all.map(\.schema) where !schema.isOwn {
            lines.append(schema)
        }
        let history = DumpedHistory(kept)
        try lines.append(history)
        var done = 0
        try kept.forEachCommit { stamp, commit in
            try lines.append(stamp)
            if let commit { try append(commit, to: &lines) }
            try kept.forEachJoining(at: stamp.number) { schema, id in
                try lines.appendDeletion(of: id, in: schema)
            } saved: { object in
                try lines.append(object)
            }
            done += 1
            if done.isMultiple(of: 16) { progress(done, history.commitCount) }
        }
        try lines.appendEnd(of: history)
        try lines.finish()
    }

    /// Appends the changes of a commit, in its order.
    private func append(_ commit: LoggedCommit, to lines: inout DumpWriter) throws {
        for change in commit.changes { try append(change, of: commit, to: &lines) }
        // Deleting and saving an object again writes it without changing it, as this commit did.
        for change in commit.moves + commit.records.unchanged {
            try append(change, of: commit, isRewritten: true, to: &lines)
        }
    }

    private func append(
        _ change: RecordChange, of commit: LoggedCommit, isRewritten: Bool = false,
        to lines: inout DumpWriter
    ) throws {
        guard let schema = commit.after.catalog[change.entity]?.schema else { return }
        if isRewritten || change.kind == .deleted, let old = try commit.old(change) {
            try lines.appendDeletion(of: commit.before.id(of: old), in: schema)
        }
        if let new = try commit.new(change) {
            try lines.append(
                StoredObject(
                    schema: schema, values: try commit.after.values(of: new, schema: schema)))
        }
    }
}
