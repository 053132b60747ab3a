internal import Synchronization

/// The version that snapshots are taken of, and who is told when another one takes its place.
final class PublishedVersion: Sendable {
    /// What is done with a version that was published. Called while commits wait: it must be short,
    /// and neither publish nor read what is published.
    typealias Observer = @Sendable (Version?) -> Void

    private struct State {
        var version: Version?
        var observers: [UInt64: Observer] = [:]
        var lastObserver: UInt64 = 0
    }

    private let state: Mutex<State>

    init(_ version: Version?) { state = Mutex(State(version: version)) }

    /// Nil once the store is closed.
    var current: Version? { state.withLock { $0.version } }

    /// - Parameter next: nil to publish nothing any more.
    func replace(by next: Version?) {
        // The former one goes outside of the lock: with it may go the mappings of removed files.
        let former = state.withLock { state in
            let former = state.version
            state.version = next
            // In here, so that observers see versions in their order.
            for observer in state.observers.values { observer(next) }
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Tells somebody of every version from now on, and at last of nil.
    /// - Returns: the version of this moment, and a name to be taken off by.
    func add(_ observer: @escaping Observer) -> (version: Version?, key: UInt64) {
        state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = observer
            return (state.version, state.lastObserver)
        }
    }

    func removeObserver(_ key: UInt64) {
        let gone = state.withLock { $0.observers.removeValue(forKey: key) }
        withExtendedLifetime(gone) {}
    }
}
