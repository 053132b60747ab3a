import Nacre

/// The state of an issue. Stored as its text, so filters compare texts: `status == "open"`.
enum IssueStatus: String, Storable, Codable, Sendable {
    case open, active, review, closed
}
