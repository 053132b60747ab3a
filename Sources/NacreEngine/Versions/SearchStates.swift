internal import NacreSearch
internal import Synchronization

/// The states of full-text indexes that were made for one version. Thread-safe.
struct SearchStates: ~Copyable, Sendable {
    /// The states, each with the era in which its making began.
    private let known = Mutex<[SearchIdentity: (state: SearchState, era: SearchEra)]>([:])

    /// Returns the state of an index; nil if none was made in this era.
    func state(of identity: SearchIdentity, in era: SearchEra) -> SearchState? {
        known.withLock { known in known[identity].flatMap { $0.era == era ? $0.state : nil } }
    }

    func remove(_ identity: SearchIdentity) {
        known.withLock { $0[identity] = nil }
    }

    func set(_ state: SearchState, of identity: SearchIdentity, in era: SearchEra) {
        known.withLock { $0[identity] = (state, era) }
    }
}
