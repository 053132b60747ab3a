internal import ArgumentParser
internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// The option `--at`, shared by all commands that can read a former state.
struct PointOption: ParsableArguments {
    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "Use the state after this commit, at this mark, or at this time (2026-03-01 or"
                + " 2026-03-01T12:00:00Z), if the store keeps it.", valueName: "point"))
    var text: String?

    /// Returns the snapshot to read.
    func snapshot(of database: Database) throws -> DatabaseSnapshot {
        guard let commit = try commit(in: database) else { return try database.snapshot() }
        return try database.snapshot(at: commit)
    }

    /// Returns the commit after which the state was; nil for the newest state.
    func commit(in database: Database) throws -> CommitNumber? {
        try text.map { try Self.commit($0, in: database) }
    }

    /// Returns the commit that a text means: a number, the name of a mark, or a time.
    static func commit(_ text: String, in database: Database) throws -> CommitNumber {
        if let number = UInt64(text) { return CommitNumber(number) }
        if let mark = try database.historySettings().marks.first(where: { $0.name == text }) {
            return CommitNumber(mark.commit)
        }
        guard let date = date(text) else {
            throw ValidationError(
                "'\(text)' is neither the number of a commit, nor the name of a mark, nor a time"
                    + " such as 2026-03-01 or 2026-03-01T12:00:00Z.")
        }
        return try database.newestCommit(until: microseconds(date))
    }

    /// Returns the time that a text means, in microseconds since 1970.
    static func time(_ text: String) throws -> Int64 {
        guard let date = date(text) else {
            throw ValidationError(
                "'\(text)' is no time such as 2026-03-01 or 2026-03-01T12:00:00Z.")
        }
        return microseconds(date)
    }

    private static func microseconds(_ date: Date) -> Int64 {
        Int64(min(max(date.timeIntervalSince1970 * 1_000_000, -9e18), 9e18))
    }

    /// Returns the moment that a text means. A day means its beginning in UTC.
    private static func date(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: .iso8601.year().month().day()))
    }
}
