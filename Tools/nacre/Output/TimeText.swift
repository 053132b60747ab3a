internal import NacreFormat

/// Formats times and durations for people.
enum TimeText {
    private static let microsecondsPerSecond: Int64 = 1_000_000
    /// The seconds from 1970 to 2001, the epoch of stored dates.
    private static let epoch: Int64 = 978_307_200

    /// Returns a commit's time, to the second and in UTC.
    /// - Parameter microseconds: The microseconds since 1970.
    static func text(microseconds: Int64) -> String {
        let (quotient, remainder) = microseconds.quotientAndRemainder(
            dividingBy: microsecondsPerSecond)
        let seconds = remainder < 0 ? quotient - 1 : quotient
        return DateText.text(Double(seconds - epoch)) ?? "\(microseconds) microseconds since 1970"
    }

    /// Returns, for instance, "12 ms", "3.4 s" or "2 min 5 s".
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        if milliseconds < 1000 { return "\(Int(milliseconds.rounded())) ms" }
        let tenths = Int((milliseconds / 100).rounded())
        if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
        let seconds = (tenths + 5) / 10
        return "\(seconds / 60) min \(seconds % 60) s"
    }
}
