/// Builds indexes that were added over many objects and deferred.
extension Database {
    /// Builds the deferred indexes. Changes continue meanwhile.
    /// - Parameter isCancelled: Whether to end the work, with an error.
    package func buildIndexes(isCancelled: () -> Bool = { false }) throws {
        try checkNotChanging()
        // If closing would have to build them anyway, the build is finished even while closing.
        let isAwaited = try withWriter { $0.isBeyondCheckpoint }
        try maintainAlone {
            try checkGoesOn()
            try buildAll {
                if !isAwaited { try self.checkGoesOn() }
                try checkGoesOn(isCancelled)
            }
        }
    }

    /// Builds all deferred indexes.
    /// - Parameter check: Called from time to time. An error it throws ends the build.
    func buildAll(_ check: () throws -> Void) throws {
        while try buildIndexesOfEntity(check) {}
    }

    func checkGoesOn() throws(StoreError) {
        guard maintenance.isCancelled else { return }
        throw StoreError(.cancelled, "The store was closed while an index was being built.")
    }

    /// Throws if the caller of work on indexes has cancelled it.
    func checkGoesOn(_ isCancelled: () -> Bool) throws(StoreError) {
        guard isCancelled() else { return }
        throw StoreError(.cancelled, "The work on indexes was cancelled.")
    }

    /// Builds the deferred indexes of one entity.
    /// - Returns: false if there are none.
    private func buildIndexesOfEntity(_ checkCancelled: () throws -> Void) throws -> Bool {
        guard try withWriter({ !$0.unbuilt.isEmpty }) else { return false }
        // A version that is not published yet may have an index that the published one lacks.
        try sync()
        let start = try snapshot()
        guard var build = try IndexBuild(start, checkCancelled) else { return false }
        // The fewer changes remain for the end, the shorter the writer waits.
        for _ in 0..<8 {
            try checkCancelled()
            if try build.catchUp(with: try snapshot()) < 1000 { break }
        }
        try withWriter { writer in
            try writer.checkSound()
            let head = DatabaseSnapshot(version: writer.newestVersion())
            _ = try build.catchUp(with: head)
            build.finish(in: writer)
            writer.publishHead()
        }
        try sync()
        return true
    }

    /// Builds deferred indexes in the background, if the mode says so. Then writes a checkpoint if
    /// the last one lacks them, so that the next opening finds them.
    func buildInBackground(_ writer: Writer) {
        guard maintenance.mode == .background,
            !writer.unbuilt.isEmpty || writer.isBeyondCheckpoint
        else { return }
        maintenance.scheduleBuild { [weak self] in
            do { try self?.buildIndexes() } catch {
                // If they cannot be built now, they cannot be built at closing either.
                try? self?.withWriter { $0.isBeyondCheckpoint = false }
                throw error
            }
        } then: { [weak self] in
            if try self?.withWriter({ $0.isBeyondCheckpoint }) == true { try self?.checkpoint() }
        }
    }
}
