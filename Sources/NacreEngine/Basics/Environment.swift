internal import Foundation
internal import NacreFormat

/// The engine's sources of time and randomness. Tests replace them to make runs reproducible to the
/// byte.
package struct Environment: Sendable {
    /// Runs a closure after a delay. Returns false if no thread is available. The closure is then
    /// not run.
    package typealias Timer =
        @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> Bool

    /// The current time, in microseconds since 1970.
    package let now: @Sendable () -> Int64
    package let random: @Sendable () -> UInt64
    /// The time, in microseconds, by a clock that is never set.
    package let uptime: @Sendable () -> Int64
    /// Runs a closure after a delay, on a thread that may block.
    package let after: Timer
    /// Starts threads for background work.
    package let threads: ThreadMaker

    /// - Parameters:
    ///   - uptime: A clock that is never set. By default that of the system.
    ///   - after: The timer. By default it runs in real time.
    ///   - threads: The source of threads. By default the system.
    package init(
        now: @escaping @Sendable () -> Int64, random: @escaping @Sendable () -> UInt64,
        uptime: @escaping @Sendable () -> Int64 = Self.systemUptime,
        after: @escaping Timer = Self.inRealTime, threads: ThreadMaker = .system
    ) {
        self.now = now
        self.random = random
        self.uptime = uptime
        self.after = after
        self.threads = threads
    }

    package static let system = Environment(
        now: { Int64(Date().timeIntervalSince1970 * 1_000_000) },
        random: { UInt64.random(in: .min ... .max) })

    /// The time since some moment, including the time that the system slept.
    package static let systemUptime: @Sendable () -> Int64 = {
        Int64(ContinuousClock.now.duration(to: uptimeOrigin).seconds * -1_000_000)
    }

    private static let uptimeOrigin = ContinuousClock.now

    /// Runs each closure on its own thread, which sleeps until then. It uses no thread of Swift
    /// concurrency, and no store waits for another store's disk.
    package static let inRealTime: Timer = { delay, body in
        ThreadMaker.system.start {
            Thread.sleep(forTimeInterval: delay.seconds)
            body()
        }
    }
}

extension Duration {
    /// The duration in seconds.
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
