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
        try checkNotChanging()
        return try maintenance.alone {
            // It holds all trees.
            while try buildIndexesOfEntity() {}
            return try writeCheckpoint()
        }
    }

    private func writeCheckpoint() throws -> Bool {
        let version = try snapshot().version
        guard version.unbuilt.isEmpty else { return false }
        guard let plan = try withWriter({ try $0.checkpointPlan(of: version) }) else {
            return false
        }
        do throws(FileError) { try plan.syncLog() } catch { throw StoreError(error) }
        let info: CheckpointInfo
        do throws(FileError) { info = try plan.write(in: directory) } catch {
            try? directory.remove(plan.name)
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
        let isDue = try? withWriter { $0.checkpointPolicy.isDueAtClose }
        if isDue == true { _ = try? checkpoint() }
    }
}
