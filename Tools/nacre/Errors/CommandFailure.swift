/// A command that cannot do what it was asked for, for a reason of its own.
struct CommandFailure: Error {
    let status: ExitStatus
    /// Sentences: what is wrong, and what to do. Empty if the command has said everything already.
    let message: String

    init(_ status: ExitStatus, _ message: String = "") {
        self.status = status
        self.message = message
    }
}
