package import NacreFormat

/// Which commits took back which others. It is stored in an entity of the store, so it survives the
/// process, crashes and compactions.
package struct UndoStack {
    /// The commits that each commit took back.
    private var targets: [CommitNumber: CommitNumber] = [:]

    package init(_ source: some RecordSource & DatabaseReader) throws {
        guard source.catalog[Format.undoneEntity] != nil else { return }
        try source.forEach(in: Format.undoneEntity) { object in
            if case .int(let commit) = object.values[0], case .int(let target) = object.values[1] {
                targets[CommitNumber(UInt64(clamping: commit))] = CommitNumber(
                    UInt64(clamping: target))
            }
            return true
        }
    }

    /// Returns the commit that a commit took back or repeated in the end.
    package func shown(_ number: CommitNumber) -> CommitNumber {
        var number = number
        while let target = targets[number], target < number { number = target }
        return number
    }

    /// A commit as the stack sees it.
    package struct Entry {
        package let number: CommitNumber
        package let author: String
        /// Whether it changed any object.
        package let hasChanges: Bool

        package init(number: CommitNumber, author: String, hasChanges: Bool) {
            self.number = number
            self.author = author
            self.hasChanges = hasChanges
        }
    }

    /// Whether a commit took back another one, or did that again.
    private func isTurn(_ number: CommitNumber) -> Bool { targets[number] != nil }

    /// Whether a commit repeats one that was taken back: it took back a commit that took back.
    private func isRedo(_ number: CommitNumber) -> Bool {
        targets[number].map(isTurn) ?? false
    }

    /// Returns the commit to take back next: the newest one that still holds.
    /// - Parameter commits: The commits of the author, newest first.
    package func commitToUndo(_ commits: some Sequence<Entry>) -> CommitNumber? {
        firstHolding(commits) { number, _ in isTurn(number) ? .next : .take }
    }

    /// Returns the commit to take back so that what it took back holds again; nil if the author has
    /// changed anything else since.
    package func commitToRedo(_ commits: some Sequence<Entry>) -> CommitNumber? {
        firstHolding(commits) { number, _ in
            if !isTurn(number) { return .end }
            return isRedo(number) ? .next : .take
        }
    }

    private enum Choice { case take, next, end }

    /// Returns the first commit that a choice takes, among those that hold.
    private func firstHolding(
        _ commits: some Sequence<Entry>, _ choice: (CommitNumber, Entry) -> Choice
    ) -> CommitNumber? {
        var undone: Set<CommitNumber> = []
        for commit in commits {
            if undone.contains(commit.number) { continue }
            if let target = targets[commit.number] { undone.insert(target) }
            if commit.author == Self.schemaAuthor { return nil }
            guard commit.hasChanges || isTurn(commit.number) else { continue }
            switch choice(commit.number, commit) {
            case .take: return commit.number
            case .next: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// The author of commits that change the schema when a store is opened.
    private static let schemaAuthor = "schema"
}

extension Changes {
    /// Notes that this change takes back a commit.
    /// - Parameter horizon: Notes about commits before it are removed.
    package func noteReverting(_ commit: CommitNumber, horizon: CommitNumber) throws {
        if catalog[Format.undoneEntity] == nil {
            try define(
                Format.undoneEntity,
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "commit", type: .scalar(.int64),
                        isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "undone", type: .scalar(.int64),
                        isNullable: false),
                ], id: "commit")
        }
        try forEach(in: Format.undoneEntity) { object in
            if case .int(let number) = object.values[0], number <= Int64(clamping: horizon.rawValue)
            {
                _ = try delete(object.id, from: Format.undoneEntity)
            }
            return true
        }
        let number = Int64(clamping: try nextCommit().rawValue)
        _ = try save(
            [.int(number), .int(Int64(clamping: commit.rawValue))], in: Format.undoneEntity)
    }
}
