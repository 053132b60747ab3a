/// The counts of the trials so far.
package struct SimulationFigures: Sendable, Codable, Equatable {
    package var seeds = 0
    package var steps = 0
    package var commits = 0
    /// The number of moments at which the power was cut.
    package var moments = 0
    /// The number of images made, and the number of distinct ones.
    package var images = 0
    package var distinct = 0
    /// The number of stores opened for writing and compared, counted twice if opened twice.
    package var opened = 0
    package var refused = 0
    /// The numbers of distinct images of a power cut inside an activity.
    package var inRecovery = 0
    package var inCompaction = 0
    package var inCheckpoint = 0
    package var inErase = 0
    package var inRevert = 0
    package var inBackup = 0
    package var backups = 0
    package var inFork = 0
    package var forks = 0
    /// The number of reading processes among the writer's changes.
    package var readers = 0
    package var checked = 0
    /// The number of former states that were looked for.
    package var past = 0
    package var erases = 0
    /// The number of commits that took back another one, undone and repeated ones included, and of
    /// those that met a conflict.
    package var reverts = 0
    package var conflicts = 0
    /// The number of processes that ended in the middle of an activity.
    package var killed = 0
    /// The numbers of changes and openings that failed because of a fault, by their outcome.
    package var failedCommitted = 0
    package var failedNot = 0
    /// The number of failed openings and other steps without a commit.
    package var failedOther = 0

    package init() {}

    package static func += (sum: inout Self, other: Self) {
        let fields: [WritableKeyPath<Self, Int>] = [
            \.seeds, \.steps, \.commits, \.moments, \.images, \.distinct, \.opened, \.refused,
            \.inRecovery, \.inCompaction, \.inCheckpoint, \.inErase, \.inRevert, \.inBackup,
            \.backups, \.inFork, \.forks, \.readers, \.checked, \.past, \.erases, \.reverts,
            \.conflicts, \.killed, \.failedCommitted, \.failedNot, \.failedOther,
        ]
        for field in fields { sum[keyPath: field] += other[keyPath: field] }
    }

    /// The figures as one line of text.
    package var line: String {
        "\(seeds) seeds, \(steps) steps, \(commits) commits, \(moments) power cuts, \(images)"
            + " images, \(distinct) distinct (\(inRecovery) inside recovery, \(inCompaction) inside"
            + " compaction, \(inCheckpoint) inside checkpointing, \(inErase) inside \(erases)"
            + " erases, \(inRevert) inside \(reverts) reverts with \(conflicts) conflicts,"
            + " \(inBackup) inside \(backups) backups, \(inFork) inside \(forks) forks),"
            + " \(opened) opened, \(refused) refused,"
            + " \(checked) fully checked, \(past) former states,"
            + " \(killed) ended processes, \(readers) readers beside a writer, failed calls:"
            + " \(failedCommitted) committed, \(failedNot) not committed, \(failedOther) elsewhere"
    }
}

/// The failure that a trial has found.
package struct SimulationFailure: Error, CustomStringConvertible {
    package let seed: UInt64
    package let message: String

    package var description: String { "seed \(seed): \(message)" }
}
