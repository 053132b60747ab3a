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
    /// Runs a closure after a delay, on a thread that may block.
    package let after: Timer
    /// Starts threads for background work.
    package let threads: ThreadMaker

    /// - Parameters:
    ///   - after: The timer. By default it runs in real time.
    ///   - threads: The source of threads. By default the system.
    package init(
        now: @escaping @Sendable () -> Int64, random: @escaping @Sendable () -> UInt64,
        after: @escaping Timer = Self.inRealTime, threads: ThreadMaker = .system
    ) {
        self.now = now
        self.random = random
        self.after = after
        self.threads = threads
    }

    package static let system = Environment(
        now: { Int64(Date().timeIntervalSince1970 * 1_000_000) },
        random: { UInt64.random(in: .min ... .max) })

    /// Runs each closure on its own thread, which sleeps until then. It uses no thread of Swift
    /// concurrency, and no store waits for another store's disk.
    package static let inRealTime: Timer = { delay, body in
        ThreadMaker.system.start {
            Thread.sleep(forTimeInterval: delay.timeInterval)
            body()
        }
    }
}

extension Duration {
    /// The duration in seconds.
    fileprivate var timeInterval: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
