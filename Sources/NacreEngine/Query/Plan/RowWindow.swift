/// Offset and limit of a query, counted down.
struct RowWindow {
    private(set) var toSkip: Int
    /// Nil for all.
    private var toTake: Int?

    init(_ query: Query) {
        toSkip = query.offset
        toTake = query.limit
    }

    init(skipping toSkip: Int, taking toTake: Int) {
        self.toSkip = toSkip
        self.toTake = toTake
    }

    /// How many of what is to come, with those that are skipped; nil for all.
    var wanted: Int? { toTake.flatMap { Self.sum($0, toSkip) } }

    /// Nil if there are not so many objects in any store.
    static func sum(_ limit: Int, _ offset: Int) -> Int? {
        let (sum, overflows) = limit.addingReportingOverflow(offset)
        return overflows || sum > Int(UInt32.max) ? nil : sum
    }

    var isOver: Bool { toTake == 0 }

    mutating func takesNext() -> Bool {
        if toSkip > 0 {
            toSkip -= 1
            return false
        }
        toTake = toTake.map { $0 - 1 }
        return true
    }

    /// Passes over objects that nobody looks at.
    mutating func skip(_ count: Int) { toSkip -= count }
}
