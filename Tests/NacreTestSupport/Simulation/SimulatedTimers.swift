package import NacreEngine
internal import Synchronization

/// Delayed work. Its time passes when the trial says so.
package final class SimulatedTimers: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    package init() {}

    /// The number of pending delays.
    package var count: Int { waiting.withLock { $0.count } }

    /// The timer for an ``Environment``.
    package var timer: Environment.Timer {
        { [self] _, body in
            waiting.withLock { $0.append(body) }
            return true
        }
    }

    /// Ends all pending delays.
    package func fire() {
        let due = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for body in due { body() }
    }

    /// Drops all delays, as the end of the process does.
    package func drop() { waiting.withLock { $0 = [] } }
}
