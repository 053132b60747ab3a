internal import NacreFormat

/// Parts of a change that can fail by themselves.
extension Changes {
    /// Runs a part of the change. If it throws, all that was done inside is undone, the error is
    /// rethrown, and whoever catches it goes on with the change as it was before. If it returns,
    /// what was done inside becomes visible and durable with the change. Savepoints nest.
    @discardableResult
    package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try checkOpen()
        let log: CommitWriter.Mark
        do { log = try commit.mark() } catch { throw writer.recordFailure(error) }
        let head = writer.mark()
        let count = changeCount
        let pendingCount = pendingReferences.count
        do {
            let result = try body()
            writer.keep(head)
            return result
        } catch {
            // A store that was poisoned meanwhile reads and writes nothing more, and the change as
            // a whole is rolled back at its end.
            guard writer.poison == nil else { throw error }
            writer.rollBack(to: head)
            changeCount = count
            pendingReferences.removeSubrange(pendingCount...)
            commit.goBack(to: log)
            throw error
        }
    }

    /// Runs a step of one call. One record is written or not; where there are several, the disk can
    /// become full between them, and only a savepoint leaves nothing of the call then.
    func whole<Result>(
        ifNeeded isNeeded: Bool = true, _ step: () throws -> Result
    ) throws -> Result {
        isNeeded ? try savepoint(step) : try step()
    }
}
