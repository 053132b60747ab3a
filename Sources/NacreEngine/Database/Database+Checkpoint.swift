internal import NacreFormat

/// Checkpoints: trees and rows in a file of their own, so that opening need not build them anew.
/// Only a cache; the log has everything.
extension Database {
    /// Writes a checkpoint of what is published now, and names it in the manifest. Changes go on
    /// meanwhile. After an error the store goes on as before, unless the manifest itself could not
    /// be written or the log not be synced.
    ///
    /// The order of writing: the log is synced through the checkpoint's commit, then the checkpoint
    /// and its directory entry are, then the manifest names it, then the former one is removed. So
    /// no manifest names a checkpoint that the log does not reach.
    /// - Returns: false if a compaction has moved what it was to hold; then there is none.
    @discardableResult
    package func checkpoint() throws -> Bool {
        try checkpoint { try self.checkGoesOn() }
    }

    /// - Parameter check: asked at first, and now and then while indexes are built.
    private func checkpoint(_ check: () throws -> Void) throws -> Bool {
        try checkNotChanging()
        return try maintenance.alone {
            // Once the store is being closed, the lock may be gone before the file is written.
            try check()
            // It holds all trees.
            try buildAll(check)
            let isWritten = try writeCheckpoint()
            // What only the version had that was written down. Nobody waits for that: the
            // checkpoint is there.
            try? withWriter { writer in
                writer.reclaimAll()
                moveNodesWhenQuiet(writer)
            }
            return isWritten
        }
    }

    private func writeCheckpoint() throws -> Bool {
        let version = try snapshot().version
        guard version.unbuilt.isEmpty else { return false }
        let plan = try withWriter { writer in
            // Whatever comes of it: a full disk is not asked after each commit. But not for an
            // index that was added meanwhile.
            if writer.unbuilt.isEmpty { writer.isBeyondCheckpoint = false }
            return try writer.checkpointPlan(of: version)
        }
        guard let plan else { return false }
        do throws(FileError) { try plan.syncLog() } catch { throw StoreError(error) }
        let info: CheckpointInfo
        do throws(FileError) { info = try plan.write(in: directory) } catch {
            try withWriter { $0.failedCheckpoint = $0.checkpointPolicy.bytesBehind }
            throw StoreError(error)
        }
        guard try withWriter({ try $0.publish(info) }) else {
            try? directory.remove(plan.name)
            return false
        }
        return true
    }

    /// Writes a checkpoint if so much was written since the last one that opening would take long.
    /// - Returns: whether it did.
    @discardableResult
    package func checkpointIfDue() throws -> Bool {
        guard try withWriter({ $0.checkpointPolicy.isDue }) else { return false }
        return try checkpoint()
    }

    /// Where a checkpoint fails, the next opening takes a little longer, and no more.
    func checkpointAtClose() {
        let isDue = try? withWriter { writer in
            try writer.checkSound()
            return writer.isBeyondCheckpoint || writer.checkpointPolicy.isDueAtClose
        }
        // Nothing stops what closing itself waits for.
        if isDue == true { _ = try? checkpoint {} }
    }
}
