internal import Synchronization

/// The version that new snapshots pin, and the observers that are notified when another one
/// replaces it.
final class PublishedVersion: Sendable {
    /// A receiver of each published version. Called while commits wait: it must be short, and must
    /// neither publish nor read the published version.
    typealias Observer = @Sendable (Version?) -> Void

    private struct State {
        var version: Version?
        /// Whether no other version is known to follow.
        var isFinal = false
        var observers: [UInt64: Observer] = [:]
        var lastObserver: UInt64 = 0

        mutating func add(_ observer: @escaping Observer) -> UInt64 {
            lastObserver += 1
            observers[lastObserver] = observer
            return lastObserver
        }
    }

    private let state: Mutex<State>

    /// - Parameter isFinal: Whether no other version follows.
    init(_ version: Version?, isFinal: Bool = false) {
        state = Mutex(State(version: version, isFinal: isFinal))
    }

    /// The current version; nil once the store is closed.
    var current: Version? { state.withLock { $0.version } }

    /// Publishes a version.
    /// - Parameters:
    ///   - next: The version; nil to publish nothing from now on.
    ///   - isFinal: Whether no other version follows; nil if that stays as it was.
    func replace(by next: Version?, isFinal: Bool? = nil) {
        // The former version is released outside of the lock: this may unmap removed files.
        let former = state.withLock { state in
            let former = state.version
            state.version = next
            state.isFinal = isFinal ?? state.isFinal
            // Called under the lock, so that observers see versions in order.
            for observer in state.observers.values { observer(next) }
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Announces that no other version follows. Readers keep the current one; observers get nil and
    /// are removed.
    func end() {
        let observers = state.withLock { state in
            defer { state.observers = [:] }
            state.isFinal = true
            for observer in state.observers.values { observer(nil) }
            return state.observers
        }
        withExtendedLifetime(observers) {}
    }

    /// Adds an observer. It receives every version from now on, and nil at the end. If no other
    /// version follows, the observer is not added.
    /// - Returns: The current version, whether it is the last one, and a key for removing the
    ///   observer.
    func add(_ observer: @escaping Observer) -> (version: Version?, isFinal: Bool, key: UInt64) {
        state.withLock { state in
            guard !state.isFinal else { return (state.version, true, 0) }
            return (state.version, false, state.add(observer))
        }
    }

    /// Adds an observer that receives the current version before this call returns, and then every
    /// other one.
    /// - Returns: A key for removing the observer.
    func follow(_ observer: @escaping Observer) -> UInt64 {
        state.withLock { state in
            observer(state.version)
            return state.add(observer)
        }
    }

    func removeObserver(_ key: UInt64) {
        let gone = state.withLock { $0.observers.removeValue(forKey: key) }
        withExtendedLifetime(gone) {}
    }
}
