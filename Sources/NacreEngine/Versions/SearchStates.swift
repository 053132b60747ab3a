internal import NacreSearch
internal import Synchronization

/// The states of full-text indexes that were made for one version. Thread-safe.
struct SearchStates: ~Copyable, Sendable {
    private struct Known {
        let state: SearchState
        let era: SearchEra
    }

    private let known = Mutex<[SearchIdentity: Known]>([:])

    /// Returns the state of an index; nil if none was made in this era.
    func state(of identity: SearchIdentity, in era: SearchEra) -> SearchState? {
        known.withLock { known in known[identity].flatMap { $0.era == era ? $0.state : nil } }
    }

    func remove(_ identity: SearchIdentity) {
        known.withLock { $0[identity] = nil }
    }

    func set(_ state: SearchState, of identity: SearchIdentity, in era: SearchEra) {
        known.withLock { $0[identity] = Known(state: state, era: era) }
    }
}
