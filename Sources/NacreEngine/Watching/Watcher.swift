/// One follower of a store, which is signalled after commits that can change its result. Ends with
/// this object.
package final class Watcher: Sendable {
    private let watchers: Watchers
    private let slot: Int

    init(_ watchers: Watchers, _ slot: Int) {
        self.watchers = watchers
        self.slot = slot
    }

    deinit { watchers.remove(slot) }

    /// The state of the store, and what has happened to the result.
    package struct News: Sendable {
        /// The newest state.
        package let snapshot: DatabaseSnapshot?
        /// The rows that commits have touched since the last call; nil if no commit can have
        /// changed the result.
        package let touched: TouchedRows?
        /// Whether nothing more will happen: the store was closed, or it is open for reading only
        /// and follows no writer.
        package let isEnded: Bool
        fileprivate let hold: HistoryHold?

        init(
            snapshot: DatabaseSnapshot?, touched: TouchedRows?, isEnded: Bool, hold: HistoryHold?
        ) {
            self.snapshot = snapshot
            self.touched = touched
            self.isEnded = isEnded
            self.hold = hold
        }

        /// Returns the commits since the last call, among them all that can have changed the
        /// result; nil if there are none of these.
        package func commits() throws(StoreError) -> CommitStretch? {
            guard let touched, let snapshot else { return nil }
            return try CommitStretch(from: touched.before, to: snapshot, hold)
        }
    }

    /// Takes what has happened since the last call, including all commits that readers see now.
    /// - Throws: `corrupt`, and `historyGone` if the log could not be followed.
    package func take() throws(StoreError) -> News { try watchers.take(slot) }
}
