import Nacre

/// The status of an issue: the last two are those of closed issues.
enum IssueStatus: Int32, CaseIterable, Storable {
    case open, started, reviewed, done, dropped
}
