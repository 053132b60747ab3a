internal import Foundation
internal import NacreFormat

/// What the engine takes from the world besides files: the time and chance. Tests bring their own,
/// so that a run can be repeated to the byte.
package struct Environment: Sendable {
    /// Runs something when a time has passed. False if there is no thread that could: it is not
    /// run then.
    package typealias Timer =
        @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> Bool

    /// Microseconds since 1970.
    package let now: @Sendable () -> Int64
    package let random: @Sendable () -> UInt64
    /// On a thread that may block.
    package let after: Timer
    /// For work in the background.
    package let threads: ThreadMaker

    /// - Parameters:
    ///   - after: of real time, unless it is said.
    ///   - threads: those of the system, unless it is said.
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

    /// Each on a thread of its own, which sleeps until then: no thread of Swift's tasks, and no
    /// store waits for another one's disk.
    package static let inRealTime: Timer = { delay, body in
        ThreadMaker.system.start {
            Thread.sleep(forTimeInterval: delay.timeInterval)
            body()
        }
    }
}

extension Duration {
    /// In seconds.
    fileprivate var timeInterval: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
