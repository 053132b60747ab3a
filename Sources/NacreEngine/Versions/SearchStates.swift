internal import NacreSearch
internal import Synchronization

/// The states of full-text indexes that were made for one version. Thread-safe.
struct SearchStates: ~Copyable, Sendable {
    private let known = Mutex<[SearchIdentity: SearchState]>([:])

    /// Returns the state of an index; nil if none was made.
    func state(of identity: SearchIdentity) -> SearchState? {
        known.withLock { $0[identity] }
    }

    func remove(_ identity: SearchIdentity) {
        known.withLock { $0[identity] = nil }
    }

    func set(_ state: SearchState, of identity: SearchIdentity) {
        known.withLock { $0[identity] = state }
    }
}
