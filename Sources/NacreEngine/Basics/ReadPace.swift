/// The pace of a loop in a read: checks the read's limit every 1024 steps, because a check takes
/// longer than a short step.
struct ReadPace {
    private let limit: ReadLimit?
    private var steps: UInt32 = 0

    /// - Parameter limit: The limit; nil if the read has none.
    init(_ limit: ReadLimit?) { self.limit = limit }

    /// Counts one step.
    /// - Throws: `cancelled` or `deadlineExceeded` once the read must stop.
    @inline(__always)
    mutating func step() throws(StoreError) {
        steps &+= 1
        if steps & 1023 == 0 { try limit?.check() }
    }
}

extension Array {
    /// Sorts the elements, as long as a limit allows it.
    /// - Throws: The errors of `precedes`, and `cancelled` or `deadlineExceeded`. The elements are
    ///   then in any order.
    mutating func sort(
        within limit: ReadLimit?, by precedes: (Element, Element) throws -> Bool
    ) throws {
        guard let limit else { return try sort(by: precedes) }
        var pace = ReadPace(limit)
        try sort { first, second in
            try pace.step()
            return try precedes(first, second)
        }
    }
}
