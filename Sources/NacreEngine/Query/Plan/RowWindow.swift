/// The offset and limit of a query, counted down.
struct RowWindow {
    private(set) var toSkip: Int
    /// The number of objects still to take; nil for all.
    private var toTake: Int?

    init(_ query: Query) {
        toSkip = query.offset
        toTake = query.limit
    }

    init(skipping toSkip: Int, taking toTake: Int) {
        self.toSkip = toSkip
        self.toTake = toTake
    }

    /// The number of further objects needed, including those to skip; nil for all.
    var wanted: Int? { toTake.flatMap { Self.sum($0, toSkip) } }

    /// Returns the sum; nil if no store has so many objects.
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

    /// Skips objects that need not be read.
    mutating func skip(_ count: Int) { toSkip -= count }
}
