internal import Synchronization

/// Follows the commits that can change results.
extension Database {
    /// Adds a follower of a result.
    /// - Parameters:
    ///   - interest: What the result depends on.
    ///   - readsCommits: Whether the follower reads the commits one by one, so that they are kept
    ///     in the log until it takes them.
    ///   - signal: Called when there may be something to take, and when the store closes, on a
    ///     thread that must not wait.
    /// - Throws: `closed`.
    package func watch(
        _ interest: Interest, readsCommits: Bool = false,
        signal: @escaping @Sendable () -> Void
    ) throws(StoreError) -> Watcher {
        _ = try snapshot()
        let holds = readsCommits ? historyHolds : nil
        let found = watchers.withLock { watchers -> Result<Watcher, StoreError> in
            do throws(StoreError) {
                if let known = watchers.watchers, let slot = known.add(interest, holds, signal) {
                    return .success(Watcher(known, slot))
                }
                let new = try Watchers { (signal) throws(StoreError) in
                    try commitFeed(onPublish: signal)
                }
                watchers.watchers = new
                return .success(Watcher(new, new.addFirst(interest, holds, signal)))
            } catch {
                return .failure(error)
            }
        }
        return try found.get()
    }
}
