internal import Synchronization

/// The version that new snapshots pin, and the observers that are notified when another one
/// replaces it.
final class PublishedVersion: Sendable {
    /// A receiver of each published version. Called while commits wait: it must be short, and must
    /// neither publish nor read the published version.
    typealias Observer = @Sendable (Version?) -> Void

    private struct State {
        var version: Version?
        var observers: [UInt64: Observer] = [:]
        var lastObserver: UInt64 = 0
    }

    private let state: Mutex<State>

    init(_ version: Version?) { state = Mutex(State(version: version)) }

    /// The current version; nil once the store is closed.
    var current: Version? { state.withLock { $0.version } }

    /// Publishes a version.
    /// - Parameter next: The version; nil to publish nothing from now on.
    func replace(by next: Version?) {
        // The former version is released outside of the lock: this may unmap removed files.
        let former = state.withLock { state in
            let former = state.version
            state.version = next
            // Called under the lock, so that observers see versions in order.
            for observer in state.observers.values { observer(next) }
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Adds an observer. It receives every version from now on, and nil at the end.
    /// - Returns: The current version, and a key for removing the observer.
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
