/// Indexes that were added over many objects, and left to be built later.
extension Database {
    /// Builds the indexes that were left for later. Changes go on meanwhile.
    package func buildIndexes() throws {
        try checkNotChanging()
        try maintenance.alone { while try buildIndexesOfEntity() {} }
    }

    /// - Returns: false if nothing is missing.
    func buildIndexesOfEntity() throws -> Bool {
        func checkCancelled() throws(StoreError) {
            guard maintenance.isCancelled else { return }
            throw StoreError(.cancelled, "The store was closed while an index was built.")
        }
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
            let head = Snapshot(version: writer.version())
            _ = try build.catchUp(with: head)
            build.finish(in: writer)
            publishHead(writer)
        }
        try sync()
        return true
    }

    /// Where a store looks after itself, the background builds what was left; a checkpoint keeps it
    /// for the next opening, where there was one.
    func buildInBackground(_ writer: Writer) {
        guard maintenance.mode == .background, !writer.unbuilt.isEmpty else { return }
        let hasCheckpoint = writer.checkpoint != nil
        maintenance.scheduleBuild { [weak self] in
            try self?.buildIndexes()
            if hasCheckpoint { try self?.checkpoint() }
        }
    }
}
