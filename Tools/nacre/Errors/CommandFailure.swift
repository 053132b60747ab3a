/// A failure of a command for a reason of its own.
struct CommandFailure: Error {
    let status: ExitStatus
    /// Sentences that name the problem and the remedy. Empty if the command has already printed
    /// everything.
    let message: String

    init(_ status: ExitStatus, _ message: String = "") {
        self.status = status
        self.message = message
    }
}
