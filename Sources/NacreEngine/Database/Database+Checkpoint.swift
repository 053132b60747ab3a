internal import NacreFormat

/// Writes checkpoints: trees and rows in a file, so that opening need not rebuild them. They are
/// only a cache; the log has everything.
extension Database {
    /// Writes a checkpoint of the published state, and names it in the manifest. Changes continue
    /// meanwhile. After an error the store remains usable, unless the manifest could not be written
    /// or the log could not be synced.
    ///
    /// The order of writing: the log is synced up to the checkpoint's commit, then the checkpoint
    /// and its directory entry, then the manifest names it, then the former one is removed. So no
    /// manifest names a checkpoint that the log does not reach.
    /// - Returns: false if a compaction has moved records that it was to hold. No checkpoint is
    ///   written then.
    @discardableResult
    package func checkpoint() throws -> Bool {
        try checkpoint { try self.checkGoesOn() }
    }

    /// Writes a checkpoint.
    /// - Parameter check: Called first, and from time to time while indexes are built. Its errors
    ///   end the work.
    private func checkpoint(_ check: () throws -> Void) throws -> Bool {
        try checkNotChanging()
        return try maintainAlone {
            // Once the store is being closed, the lock may be gone before the file is written.
            try check()
            // A checkpoint holds all trees.
            try buildAll(check)
            let isWritten = try writeCheckpoint(check)
            // Reclaims nodes that only the written version held. Errors are ignored, because the
            // checkpoint is complete.
            try? withWriter { writer in
                writer.reclaimAll()
                moveNodesWhenQuiet(writer)
            }
            return isWritten
        }
    }

    private func writeCheckpoint(_ check: () throws -> Void) throws -> Bool {
        let version = try snapshot().version
        guard version.unbuilt.isEmpty else { return false }
        let plan = try withWriter { writer in
            try writer.checkSound()
            // Reset before the outcome is known, so that a full disk is not retried after each
            // commit. Not reset if an index was added meanwhile.
            if writer.unbuilt.isEmpty { writer.isBeyondCheckpoint = false }
            return try writer.checkpointPlan(of: version)
        }
        guard let plan else { return false }
        do throws(FileError) { try plan.syncLog() } catch { throw StoreError(error) }
        let (info, searches) = try write(plan, check)
        guard try withWriter({ try $0.publish(info) }) else {
            try? directory.remove(plan.name)
            searches.undo()
            return false
        }
        searches.finish()
        return true
    }

    /// Writes the files of a checkpoint: the runs of full-text indexes, then its own.
    private func write(
        _ plan: CheckpointPlan, _ check: () throws -> Void
    ) throws -> (CheckpointInfo, SearchSaving) {
        do {
            var searches = try SearchSaving(plan.version, in: directory)
            try searches.run(check)
            do throws(FileError) {
                return (try plan.write(searches.searches, in: directory), searches)
            } catch {
                searches.undo()
                throw error
            }
        } catch let error as FileError {
            try withWriter { $0.failedCheckpoint = $0.checkpointPolicy.bytesBehind }
            throw StoreError(error)
        }
    }

    /// Writes a checkpoint if opening would take long without one, given the log since the last
    /// one.
    /// - Returns: Whether it wrote a checkpoint.
    @discardableResult
    package func checkpointIfDue() throws -> Bool {
        guard try withWriter({ $0.checkpointPolicy.isDue }) else { return false }
        return try checkpoint()
    }

    /// Writes a checkpoint at closing, if one is due. An error does not end the closing, because
    /// the next opening only takes longer. It is kept as that of the last maintenance.
    func checkpointAtClose() {
        do {
            // A compaction's version may still wait for a commit to become durable. Until then the
            // published version leads into segments that are gone, and cannot be written.
            try sync()
            let isDue = try withWriter { writer in
                try writer.checkSound()
                return writer.isBeyondCheckpoint || writer.checkpointPolicy.isDueAtClose
            }
            // No check, because closing itself waits for this checkpoint.
            if isDue { _ = try checkpoint {} }
        } catch {
            maintenance.failed(error)
        }
    }
}
