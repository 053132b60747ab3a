internal import NacreFormat

/// Runs parts of a change that can fail on their own.
extension Changes {
    /// Runs a part of the change. If it throws, everything it did is undone and the error is
    /// rethrown; the caller can catch it and continue with the change as it was before. If it
    /// returns, its writes become visible and durable with the change. Savepoints nest.
    @discardableResult
    package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try checkOpen()
        let log: CommitWriter.Mark
        do { log = try commit.mark() } catch { throw writer.recordFailure(error) }
        let head = writer.mark()
        let count = changeCount
        let pendingCount = pendingReferences.count
        let sharedCount = sharedValues.count
        do {
            let result = try body()
            writer.keep(head)
            return result
        } catch {
            // A store that was poisoned meanwhile reads and writes nothing more. The change as a
            // whole is rolled back at its end.
            guard writer.poison == nil else { throw error }
            writer.rollBack(to: head)
            changeCount = count
            pendingReferences.removeSubrange(pendingCount...)
            sharedValues.removeSubrange(sharedCount...)
            commit.goBack(to: log)
            throw error
        }
    }

    /// Runs a step of one call. A single record is written or not. If there are several, the disk
    /// can become full between them, and only a savepoint can undo the first ones.
    /// - Parameter isNeeded: Whether the step needs a savepoint.
    func whole<Result>(
        ifNeeded isNeeded: Bool = true, _ step: () throws -> Result
    ) throws -> Result {
        isNeeded ? try savepoint(step) : try step()
    }
}
