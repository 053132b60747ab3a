package import NacreEngine

/// Runs a step again and again, with a commit after every so many: what was committed stays when a
/// later step fails.
package struct CommitLoop {
    /// Few enough for an error or a crash to cost little, so many that syncing costs little.
    package static let defaultStepsPerCommit = 10_000

    package let database: Database
    package let author: String
    package let stepsPerCommit: Int
    /// Whether the store is removed if a step fails: then no commit counts before the last.
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
    ///   - step: does its part of the change; false once nothing is left to do.
    ///   - committed: called after each commit that stays whatever follows.
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
