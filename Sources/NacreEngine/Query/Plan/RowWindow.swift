/// Offset and limit of a query, counted down.
struct RowWindow {
    private(set) var toSkip: Int
    private var toTake: Int

    init(_ query: Query) {
        toSkip = query.offset
        toTake = query.limit ?? .max
    }

    var isOver: Bool { toTake == 0 }

    mutating func takesNext() -> Bool {
        if toSkip > 0 {
            toSkip -= 1
            return false
        }
        toTake -= 1
        return true
    }

    /// Passes over objects that nobody looks at.
    mutating func skip(_ count: Int) { toSkip -= count }
}
