/// When a store looks after itself.
package enum MaintenanceMode: Sendable {
    /// On a thread of its own, after commits.
    case background
    /// At the end of `performChanges`, on its caller's thread: for runs that can be repeated.
    case inline
    /// Never by itself.
    case manual
}
