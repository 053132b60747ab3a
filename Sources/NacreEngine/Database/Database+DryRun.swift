extension Database {
    /// Runs a closure as ``performChanges(author:note:_:)`` does, then undoes everything.
    /// - Returns: The closure's result, and the changes it would have made.
    package func dryRun<Result>(
        _ body: (Changes) throws -> Result
    ) throws -> (result: Result, changes: [PendingChange]) {
        try withWriter { writer in
            try writer.checkSound()
            let changes = try Changes(writer, prelude: [])
            defer { changes.rollBack() }
            let result = try body(changes)
            try changes.check()
            return (result, try changes.differences())
        }
    }
}
