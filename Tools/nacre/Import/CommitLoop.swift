package import NacreEngine

/// Repeats a step, with a commit after a fixed number of steps. Earlier commits stay if a later
/// step fails.
package struct CommitLoop {
    /// The default number of steps per commit: small enough for an error or a crash to cost little,
    /// large enough to make the cost of syncing small.
    package static let defaultStepsPerCommit = 10_000

    package let database: Database
    package let author: String
    package let stepsPerCommit: Int
    /// Whether the caller removes the store if a step fails. Then no commit counts before the last.
    package let isAllOrNothing: Bool

    package init(
        _ database: Database, author: String = "", stepsPerCommit: Int = defaultStepsPerCommit,
        isAllOrNothing: Bool = false
    ) {
        self.database = database
        self.author = author
        self.stepsPerCommit = stepsPerCommit
        self.isAllOrNothing = isAllOrNothing
    }

    /// - Parameters:
    ///   - step: Does its part of the change, and returns false if nothing is left to do.
    ///   - committed: Called after each commit that stays in any case.
    package func run(_ step: (Changes) throws -> Bool, committed: () -> Void) throws {
        var isDone = false
        while !isDone {
            try database.performChanges(author: author) { changes in
                for _ in 0..<stepsPerCommit where !isDone { isDone = try !step(changes) }
            }
            if !isAllOrNothing { committed() }
        }
    }
}
