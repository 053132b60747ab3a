internal import Dispatch
internal import Foundation
internal import NacreFormat

/// What the engine takes from the world besides files: the time and chance. Tests bring their own,
/// so that a run can be repeated to the byte.
package struct Environment: Sendable {
    /// Runs something when a time has passed.
    package typealias Timer =
        @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> Void

    /// Microseconds since 1970.
    package let now: @Sendable () -> Int64
    package let random: @Sendable () -> UInt64
    /// On a thread that may block.
    package let after: Timer

    /// - Parameter after: of real time, unless it is said.
    package init(
        now: @escaping @Sendable () -> Int64, random: @escaping @Sendable () -> UInt64,
        after: @escaping Timer = Self.inRealTime
    ) {
        self.now = now
        self.random = random
        self.after = after
    }

    package static let system = Environment(
        now: { Int64(Date().timeIntervalSince1970 * 1_000_000) },
        random: { UInt64.random(in: .min ... .max) })

    /// No thread of Swift's tasks; and concurrent, so that no store waits for another one's disk.
    private static let queue = DispatchQueue(label: "nacre.timer", attributes: .concurrent)

    package static let inRealTime: Timer = { delay, body in
        queue.asyncAfter(deadline: .now() + delay.timeInterval) { body() }
    }
}

extension Duration {
    /// In seconds.
    fileprivate var timeInterval: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
