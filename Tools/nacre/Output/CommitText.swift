internal import NacreEngine
internal import NacreFormat

/// A commit on one line, and as JSON: number, time, author, note, and the numbers of objects.
struct CommitText {
    private let commit: LoggedCommit
    /// The numbers by entity, in the order in which the commit first touched an object of each.
    private let counts: [(entity: String, counts: [RecordChange.Kind: Int])]

    init(_ commit: LoggedCommit) {
        self.commit = commit
        var counts: [(entity: String, counts: [RecordChange.Kind: Int])] = []
        for change in commit.changes {
            let name = commit.after.entityName(change.entity)
            let index = counts.firstIndex { $0.entity == name } ?? counts.count
            if index == counts.count { counts.append((name, [:])) }
            counts[index].counts[change.kind, default: 0] += 1
        }
        self.counts = counts
    }

    /// The line, for instance "12  2026-11-22T09:00:00Z  City +1 ~2 -3  by anne: tidying".
    var line: String {
        var parts = ["\(commit.number)", TimeText.text(microseconds: commit.time)]
        parts += counts.map { entity, counts in
            let kinds: [(RecordChange.Kind, String)] = [
                (.inserted, "+"), (.updated, "~"), (.deleted, "-"),
            ]
            let numbers = kinds.compactMap { kind, sign in counts[kind].map { sign + "\($0)" } }
            return TerminalText.escaped(entity) + " " + numbers.joined(separator: " ")
        }
        if counts.isEmpty { parts.append("no objects") }
        let reason = [commit.author.isEmpty ? "" : "by \(commit.author)", commit.note]
            .filter { !$0.isEmpty }
        if !reason.isEmpty { parts.append(TerminalText.escaped(reason.joined(separator: ": "))) }
        return parts.joined(separator: "  ")
    }

    var summary: JSONValue {
        .members([
            "commit": .count(commit.number.rawValue),
            "time": .string(TimeText.text(microseconds: commit.time)),
            "author": commit.author.isEmpty ? .null : .string(commit.author),
            "note": commit.note.isEmpty ? .null : .string(commit.note),
            "token": .string(commit.token.description),
            "entities": .array(
                counts.map { entity, counts in
                    .members([
                        "entity": .string(entity), "inserted": .count(counts[.inserted] ?? 0),
                        "updated": .count(counts[.updated] ?? 0),
                        "deleted": .count(counts[.deleted] ?? 0),
                    ])
                }),
        ])
    }
}

extension HistoryStorage {
    /// Returns the entity's present name in the store.
    func entityName(_ number: EntityNumber) -> String {
        catalog.all.first { $0.schema.number == number }?.schema.name ?? "entity \(number)"
    }
}
