/// The reason why a run has no result: an answer that differs from another engine's, or a process
/// that failed.
struct RunFailure: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}
