extension Database {
    /// Runs a closure as ``performChanges(author:note:_:)`` does, and then undoes everything.
    /// - Returns: what the closure returned, and what would have been changed.
    package func dryRun<Result>(
        _ body: (Changes) throws -> Result
    ) throws -> (result: Result, changes: [PendingChange]) {
        try withWriter { writer in
            try writer.checkSound()
            let changes = try Changes(writer, prelude: [])
            defer { changes.rollBack() }
            let result = try body(changes)
            try changes.checkReferences()
            return (result, try changes.differences())
        }
    }
}
