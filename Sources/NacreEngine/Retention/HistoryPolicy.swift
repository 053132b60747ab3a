/// How long a store keeps former states of its objects. If several limits are set, the earliest
/// one wins.
///
/// ```swift
/// try store.setHistory(.days(30).atMost(bytes: 1 << 30))
/// ```
public struct HistoryPolicy: Sendable, Hashable {
    /// Whether former states are kept at all.
    public internal(set) var isKept = true
    /// Maximum age of the states that are kept, in seconds; nil for no limit.
    public internal(set) var seconds: Double?
    /// Maximum number of commits that the states reach back; nil for no limit.
    public internal(set) var commits: UInt64?
    /// Maximum size of the former records, in bytes; nil for no limit.
    public internal(set) var bytes: UInt64?

    package init(
        isKept: Bool = true, seconds: Double? = nil, commits: UInt64? = nil, bytes: UInt64? = nil
    ) {
        self.isKept = isKept
        self.seconds = seconds
        self.commits = commits
        self.bytes = bytes
    }

    /// Keeps no former states: compaction drops them. The policy of a new store.
    public static let none = HistoryPolicy(isKept: false)
    /// Keeps all former states.
    public static let forever = HistoryPolicy()

    /// Keeps the states of the last days.
    /// - Parameter days: The age in days of 24 hours, 0 up.
    public static func days(_ days: Double) -> HistoryPolicy {
        HistoryPolicy(seconds: max(0, days) * 86_400)
    }

    /// Keeps the states after each of the last commits.
    public static func commits(_ count: UInt64) -> HistoryPolicy { HistoryPolicy(commits: count) }

    /// Keeps former records up to a total size.
    public static func bytes(_ count: UInt64) -> HistoryPolicy { HistoryPolicy(bytes: count) }

    /// Returns this policy with a limit of the size of former records, in bytes.
    public func atMost(bytes: UInt64) -> HistoryPolicy {
        var policy = self
        policy.bytes = min(bytes, self.bytes ?? .max)
        return policy
    }

    /// Returns this policy with a limit of the commits that the states reach back.
    public func atMost(commits: UInt64) -> HistoryPolicy {
        var policy = self
        policy.commits = min(commits, self.commits ?? .max)
        return policy
    }

    /// Returns a policy that keeps whatever this one or another one keeps.
    package func lengthened(by other: HistoryPolicy) -> HistoryPolicy {
        guard isKept, other.isKept else { return isKept ? self : other }
        func later<Limit: Comparable>(_ one: Limit?, _ two: Limit?) -> Limit? {
            if let one, let two { max(one, two) } else { nil }
        }
        var policy = HistoryPolicy.forever
        policy.seconds = later(seconds, other.seconds)
        policy.commits = later(commits, other.commits)
        policy.bytes = later(bytes, other.bytes)
        return policy
    }
}

extension HistoryPolicy {
    /// Makes a policy of its description, in which "at most" may be left out: `none`, `forever`,
    /// `30 days`, `1000 commits, 5000000 bytes`.
    /// - Returns: nil for a text that is no policy.
    package init?(_ text: String) {
        switch text {
        case "none": self = .none
        case "forever": self = .forever
        default:
            self = .forever
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard add(part.split(separator: " ")) else { return nil }
            }
        }
    }

    /// Adds a limit.
    /// - Returns: false for words that are no limit, or for a second one of its kind.
    private mutating func add(_ words: [Substring]) -> Bool {
        let words = words.starts(with: ["at", "most"]) ? words.dropFirst(2) : words[...]
        guard words.count == 2, let number = words.first, let unit = words.last else {
            return false
        }
        switch unit {
        case "day", "days":
            guard seconds == nil, let days = Double(number), days >= 0, days.isFinite else {
                return false
            }
            seconds = days * 86_400
        case "commit", "commits":
            guard commits == nil, let count = UInt64(number) else { return false }
            commits = count
        case "byte", "bytes":
            guard bytes == nil, let count = UInt64(number) else { return false }
            bytes = count
        default: return false
        }
        return true
    }
}

extension HistoryPolicy: CustomStringConvertible {
    /// The policy in words, such as `30 days, at most 1000000 bytes`.
    public var description: String {
        guard isKept else { return "none" }
        let limits = [
            seconds.map { "\($0 / 86_400) days" }, commits.map { "\($0) commits" },
            bytes.map { "\($0) bytes" },
        ].compactMap { $0 }
        return limits.isEmpty ? "forever" : limits.joined(separator: ", at most ")
    }
}
