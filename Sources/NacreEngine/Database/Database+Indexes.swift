/// Indexes that were added over many objects, and left to be built later.
extension Database {
    /// Builds the indexes that were left for later. Changes go on meanwhile.
    package func buildIndexes() throws {
        try checkNotChanging()
        // What closing would have to build is finished meanwhile, and not begun anew.
        let isAwaited = try withWriter { $0.isBeyondCheckpoint }
        try maintenance.alone {
            try checkGoesOn()
            try buildAll { if !isAwaited { try self.checkGoesOn() } }
        }
    }

    /// - Parameter check: asked now and then; what it throws ends the building.
    func buildAll(_ check: () throws -> Void) throws {
        while try buildIndexesOfEntity(check) {}
    }

    func checkGoesOn() throws(StoreError) {
        guard maintenance.isCancelled else { return }
        throw StoreError(.cancelled, "The store was closed while an index was built.")
    }

    /// - Returns: false if nothing is missing.
    private func buildIndexesOfEntity(_ checkCancelled: () throws -> Void) throws -> Bool {
        guard try withWriter({ !$0.unbuilt.isEmpty }) else { return false }
        // What is not shown yet may have an index that what is shown lacks.
        try sync()
        let start = try snapshot()
        guard var build = try IndexBuild(start, checkCancelled) else { return false }
        // The less is left for the end, the shorter the writer waits.
        for _ in 0..<8 {
            try checkCancelled()
            if try build.catchUp(with: try snapshot()) < 1000 { break }
        }
        try withWriter { writer in
            try writer.checkSound()
            let head = Snapshot(version: writer.newestVersion())
            _ = try build.catchUp(with: head)
            build.finish(in: writer)
            writer.publishHead()
        }
        try sync()
        return true
    }

    /// Where a store looks after itself, the background builds what was left, and what the
    /// checkpoint lacks is put into another one: the next opening finds it there.
    func buildInBackground(_ writer: Writer) {
        guard maintenance.mode == .background,
            !writer.unbuilt.isEmpty || writer.isBeyondCheckpoint
        else { return }
        maintenance.scheduleBuild { [weak self] in
            do { try self?.buildIndexes() } catch {
                // What cannot be built when the store is open cannot when it is closed either.
                try? self?.withWriter { $0.isBeyondCheckpoint = false }
                throw error
            }
        } then: { [weak self] in
            if try self?.withWriter({ $0.isBeyondCheckpoint }) == true { try self?.checkpoint() }
        }
    }
}
