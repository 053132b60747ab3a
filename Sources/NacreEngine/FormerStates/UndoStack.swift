package import NacreFormat

/// Which commits took back which others. It is stored in an entity of the store, so it survives the
/// process, crashes and compactions.
package struct UndoStack {
    /// The commit that each commit took back. One that names itself ends all undoing.
    private var targets: [CommitNumber: CommitNumber] = [:]

    package init(_ source: some RecordSource & DatabaseReader) throws {
        guard source.catalog[Format.undoneEntity] != nil else { return }
        try source.forEach(in: Format.undoneEntity) { object in
            if object.values.count == 2, case .int(let commit) = object.values[0],
                case .int(let target) = object.values[1]
            {
                targets[CommitNumber(UInt64(clamping: commit))] = CommitNumber(
                    UInt64(clamping: target))
            }
            return true
        }
    }

    /// All of them, oldest first.
    package var all: [UndoneCommit] {
        targets.sorted { $0.key < $1.key }
            .map { UndoneCommit(commit: $0.key, undone: $0.value) }
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
    /// - Parameters:
    ///   - commits: All commits, newest first.
    ///   - author: The author of the commit; nil for anybody.
    package func commitToUndo(
        _ commits: some Sequence<Entry>, by author: String?
    ) -> CommitNumber? {
        firstHolding(commits, author) { isTurn($0) ? .next : .take }
    }

    /// Returns the commit to take back so that what it took back holds again; nil if the author has
    /// changed anything else since.
    package func commitToRedo(
        _ commits: some Sequence<Entry>, by author: String?
    ) -> CommitNumber? {
        firstHolding(commits, author) { number in
            if !isTurn(number) { return .end }
            return isRedo(number) ? .next : .take
        }
    }

    private enum Choice { case take, next, end }

    /// Returns the first commit that a choice takes, among those that hold.
    private func firstHolding(
        _ commits: some Sequence<Entry>, _ author: String?, _ choice: (CommitNumber) -> Choice
    ) -> CommitNumber? {
        var undone: Set<CommitNumber> = []
        for commit in commits {
            if undone.contains(commit.number) { continue }
            if let target = targets[commit.number] { undone.insert(target) }
            if commit.author == Self.schemaAuthor || targets[commit.number] == commit.number {
                return nil
            }
            guard author == nil || commit.author == author,
                commit.hasChanges || isTurn(commit.number)
            else { continue }
            switch choice(commit.number) {
            case .take: return commit.number
            case .next: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// Returns the commits up to a horizon whose notes no later one needs.
    fileprivate func forgotten(through horizon: CommitNumber) -> [CommitNumber] {
        var needed: Set<CommitNumber> = []
        for number in targets.keys.sorted().reversed() {
            guard number > horizon || needed.contains(number) else { continue }
            if let target = targets[number] { needed.insert(target) }
        }
        return targets.keys.filter { $0 <= horizon && !needed.contains($0) }
    }

    /// The author of commits that change the schema when a store is opened.
    private static let schemaAuthor = "schema"
}

extension Changes {
    /// Ends undoing at this change: neither it nor older ones can be taken back by an undo.
    package func endUndo() throws {
        try noteReverting(nextCommit(), horizon: .none)
    }

    /// Notes that this change takes back a commit.
    /// - Parameter horizon: Notes about commits before it are removed if no other needs them.
    package func noteReverting(_ commit: CommitNumber, horizon: CommitNumber) throws {
        try defineUndone()
        try UndoStack(self).forgotten(through: horizon).forEach { number in
            _ = try delete(.int(Int64(clamping: number.rawValue)), from: Format.undoneEntity)
        }
        try save(UndoneCommit(commit: nextCommit(), undone: commit))
    }

    /// Stores which commits took back which others, as another store with the same commits has it.
    package func restoreUndone(_ commits: [UndoneCommit]) throws {
        if !commits.isEmpty { try defineUndone() }
        for commit in commits { try save(commit) }
    }

    private func defineUndone() throws {
        guard catalog[Format.undoneEntity] == nil else { return }
        try define(
            Format.undoneEntity,
            attributes: [
                Self.attribute(1, "commit", .scalar(.int64)),
                Self.attribute(2, "undone", .scalar(.int64)),
            ], id: "commit")
    }

    private func save(_ commit: UndoneCommit) throws {
        _ = try save(
            [
                .int(Int64(clamping: commit.commit.rawValue)),
                .int(Int64(clamping: commit.undone.rawValue)),
            ], in: Format.undoneEntity)
    }
}
