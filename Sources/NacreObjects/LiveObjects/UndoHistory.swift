/// The changes to the objects of a context that can be undone or redone.
struct UndoHistory {
    private struct Step {
        var undo: [() -> Void] = []
        var redo: [() -> Void] = []
    }

    private var done: [Step] = []
    private var undone: [Step] = []
    /// The number of open groups. All changes in a group are one step.
    private var groups = 0

    /// Forgets all changes, also those of an open group, which stays open.
    mutating func clear() { (done, undone) = ([], []) }

    var canUndo: Bool { groups == 0 && !done.isEmpty }
    var canRedo: Bool { groups == 0 && !undone.isEmpty }

    mutating func add(undo: @escaping () -> Void, redo: @escaping () -> Void) {
        undone = []
        if groups == 0 || done.isEmpty { done.append(Step()) }
        done[done.count - 1].undo.append(undo)
        done[done.count - 1].redo.append(redo)
    }

    mutating func beginGroup() {
        if groups == 0 { done.append(Step()) }
        groups += 1
    }

    mutating func endGroup() {
        groups -= 1
        if groups == 0, done.last?.undo.isEmpty == true { done.removeLast() }
    }

    /// Moves the last step to the undone ones.
    /// - Returns: The closures to call, in this order.
    mutating func undo() -> [() -> Void] {
        guard canUndo, let step = done.popLast() else { return [] }
        undone.append(step)
        return step.undo.reversed()
    }

    /// Moves the step that was undone last back to the done ones.
    /// - Returns: The closures to call, in this order.
    mutating func redo() -> [() -> Void] {
        guard canRedo, let step = undone.popLast() else { return [] }
        done.append(step)
        return step.redo
    }
}

extension Context {
    /// Whether there is a change to undo.
    public var canUndo: Bool { history.canUndo }

    /// Whether there is an undone change to redo.
    public var canRedo: Bool { history.canRedo }

    /// Undoes the last change, even if it was saved: then the next ``save(author:note:)`` saves the
    /// former state. Each property that was set is a change; ``asOneChange(_:)`` combines several.
    /// Changes that others have made since, and that the context has taken over, stay. An object
    /// that has no changes any more takes over the newer state that its changes kept it from.
    public func undo() {
        for step in history.undo() { step() }
    }

    /// Makes the change again that was undone last. After any other change, there is nothing to
    /// redo.
    public func redo() {
        for step in history.redo() { step() }
    }

    /// Runs a closure whose changes are undone and redone together.
    public func asOneChange<Result>(_ body: () throws -> Result) rethrows -> Result {
        history.beginGroup()
        defer { history.endGroup() }
        return try body()
    }
}
