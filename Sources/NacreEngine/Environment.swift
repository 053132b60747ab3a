internal import Foundation
internal import NacreFormat

/// What the engine takes from the world besides files: the time and chance. Tests bring their own,
/// so that a run can be repeated to the byte.
package struct Environment: Sendable {
    /// Microseconds since 1970.
    package let now: @Sendable () -> Int64
    package let random: @Sendable () -> UInt64

    package init(now: @escaping @Sendable () -> Int64, random: @escaping @Sendable () -> UInt64) {
        self.now = now
        self.random = random
    }

    package static let system = Environment(
        now: { Int64(Date().timeIntervalSince1970 * 1_000_000) },
        random: { UInt64.random(in: .min ... .max) })
}
