package import NacreEngine
internal import Synchronization

/// What waits for a time to pass, which passes when the trial says so.
package final class SimulatedTimers: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    package init() {}

    /// How many delays are not over.
    package var count: Int { waiting.withLock { $0.count } }

    /// For an ``Environment``.
    package var timer: Environment.Timer {
        { [self] _, body in
            waiting.withLock { $0.append(body) }
            return true
        }
    }

    /// Every delay that was asked for is over.
    package func fire() {
        let due = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for body in due { body() }
    }

    /// The process ends.
    package func drop() { waiting.withLock { $0 = [] } }
}
