import Nacre

/// The priority of an issue. Stored as a number, so it can be sorted: `priority >= 3`.
enum Priority: Int, Storable, Codable, Comparable, Sendable {
    case low = 1
    case normal, high, urgent

    /// Compares by the raw value, which is also the stored order.
    static func < (left: Priority, right: Priority) -> Bool {
        left.rawValue < right.rawValue
    }
}
