extension DatabaseSnapshot {
    /// Returns a snapshot of the same state whose reads throw `cancelled` or `deadlineExceeded`
    /// once the limit says so.
    package func limited(by limit: ReadLimit) -> DatabaseSnapshot {
        var snapshot = self
        snapshot.limit = limit
        return snapshot
    }
}
