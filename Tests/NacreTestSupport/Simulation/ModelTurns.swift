/// The commits that can be undone and repeated, as two stacks.
struct ModelTurns: Sendable {
    /// A commit that was taken back, and the commit that did so.
    struct Undone: Sendable {
        let commit: Int
        let turn: Int
    }

    private(set) var undoable: [Int] = []
    private(set) var redoable: [Undone] = []

    /// Notes a commit that is neither an undo nor a redo.
    mutating func did(_ commit: Int) {
        undoable.append(commit)
        redoable = []
    }

    mutating func undid(at turn: Int) {
        guard let commit = undoable.popLast() else { return }
        redoable.append(Undone(commit: commit, turn: turn))
    }

    mutating func redid() {
        if let undone = redoable.popLast() { undoable.append(undone.commit) }
    }

    /// Ends all undoing.
    mutating func end() { self = ModelTurns() }
}
