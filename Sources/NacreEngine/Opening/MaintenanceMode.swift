/// The time at which a store does its maintenance.
package enum MaintenanceMode: Sendable {
    /// Runs on a thread of its own, after commits.
    case background
    /// Runs at the end of `performChanges`, on the caller's thread: for reproducible runs.
    case inline
    /// Runs only on request.
    case manual
}
