package import NacreFormat

/// A commit without its changes.
package struct CommitSummary: Sendable {
    /// The place after the commit.
    package let token: CommitToken
    /// The time, in microseconds since 1970.
    package let time: Int64
    /// The author; empty if there is none.
    package let author: String
    package let note: String
}

/// The conditions that listed commits meet.
package struct CommitSelection: Sendable {
    /// The author; nil for any.
    package var author: String?
    /// The times, in microseconds since 1970; nil for any.
    package var times: Range<Int64>?
    /// The names of entities of which a commit changed any object; nil for any commit.
    package var entities: [String]?
    /// The object that a commit changed; nil for any.
    package var object: (entity: String, id: Value)?
    /// The maximum number of commits.
    package var limit = Int.max

    package init() {}

    /// Returns the commits after one that fit, newest first.
    func commits(
        in records: RecordHistory, after horizon: CommitNumber
    ) throws -> [CommitSummary] {
        let wanted = try numbers(in: records, after: horizon)
        let store = records.snapshot.token
        var found: [CommitSummary] = []
        for commit in records.commits(after: horizon).reversed() {
            if found.count >= limit { break }
            guard author == nil || commit.prelude.author == author,
                times?.contains(commit.time) != false, wanted?.contains(commit.number) != false
            else { continue }
            found.append(
                CommitSummary(
                    token: CommitToken(
                        store: store.store, commit: commit.number, digest: commit.digest),
                    time: commit.time, author: commit.prelude.author, note: commit.prelude.note))
        }
        return found
    }

    /// Returns the commits that changed what is wanted; nil if any commit is.
    private func numbers(
        in records: RecordHistory, after horizon: CommitNumber
    ) throws -> Set<CommitNumber>? {
        let head = records.snapshot
        var wanted: Set<CommitNumber>?
        if let entities {
            let numbers = try Set(entities.map { try head.definition($0).schema.number })
            wanted = records.commits(after: horizon, changing: { numbers.contains($0) })
        }
        if let object {
            let history = FoundHistory(records: records, purged: .none)
            let revisions = try ObjectRevisions(
                of: object.id, head.definition(object.entity), in: history)
            let changing = Set(revisions.revisions.map(\.commit))
            wanted = wanted?.intersection(changing) ?? changing
        }
        return wanted
    }
}
