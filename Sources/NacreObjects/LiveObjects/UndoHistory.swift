/// What was done to the objects of a context, to be undone and done again.
struct UndoHistory {
    private struct Step {
        var undo: [() -> Void] = []
        var redo: [() -> Void] = []
    }

    private var done: [Step] = []
    private var undone: [Step] = []
    /// How many groups are open; what is done in one is one step.
    private var groups = 0

    /// Forgets what was done, also within a group, which stays open.
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

    /// - Returns: what to run, in this order.
    mutating func undo() -> [() -> Void] {
        guard canUndo, let step = done.popLast() else { return [] }
        undone.append(step)
        return step.undo.reversed()
    }

    /// - Returns: what to run, in this order.
    mutating func redo() -> [() -> Void] {
        guard canRedo, let step = undone.popLast() else { return [] }
        done.append(step)
        return step.redo
    }
}

extension Context {
    /// Whether there is a change to take back.
    public var canUndo: Bool { history.canUndo }

    /// Whether there is a change that was taken back.
    public var canRedo: Bool { history.canRedo }

    /// Takes the last change back, also one that was saved: the next ``save(author:)`` saves the
    /// former state then. Each property that was set is a change; ``asOneChange(_:)`` makes one of
    /// several. What others have changed since, and the context has taken over, stays; an object
    /// that has no changes any more takes over what its changes kept it from.
    public func undo() {
        for step in history.undo() { step() }
    }

    /// Makes the change again that was taken back last. Any other change ends that.
    public func redo() {
        for step in history.redo() { step() }
    }

    /// Runs a closure whose changes are undone and made again together.
    public func asOneChange<Result>(_ body: () throws -> Result) rethrows -> Result {
        history.beginGroup()
        defer { history.endGroup() }
        return try body()
    }
}
