/// Walks the documents that have all terms of a phrase, and finds where in them the phrase begins.
struct PhraseWalk {
    /// The terms by their positions, which are relative to the first.
    private let slots: [(group: TermGroup, offset: Int)]
    private var places: [[UInt32]]
    private var next: [Int]

    /// The number of positions from the first term to the last, both included.
    let span: Int
    /// The groups, those with the fewest documents first.
    let groups: [TermGroup]

    init(_ slots: [(group: TermGroup, position: Int)]) {
        let sorted = slots.sorted { $0.position < $1.position }
        let first = sorted.first?.position ?? 0
        self.slots = sorted.map { ($0.group, $0.position.subtractingReportingOverflow(first).0) }
        span = (self.slots.last?.offset ?? 0) &+ 1
        groups = sorted.map(\.group)
        places = Array(repeating: [], count: slots.count)
        next = Array(repeating: 0, count: slots.count)
    }

    /// Replaces places by those where the phrase begins in the current document of all groups, in
    /// some fields; ascending, each once.
    mutating func readStarts(into starts: inout [UInt32], in fields: FieldSet) throws {
        starts.removeAll(keepingCapacity: true)
        for index in slots.indices {
            try slots[index].group.readPlaces(into: &places[index])
            next[index] = 0
        }
        var before: UInt32?
        for place in places[0] where place != before {
            before = place
            let field = place >> RunLayout.positionBits
            guard fields.rawValue & 1 << field != 0, Self.hasPosition(place) else { continue }
            var isFound = true
            for index in 1..<slots.count {
                let wanted = Int(place) &+ slots[index].offset
                guard let target = UInt32(exactly: wanted), Self.hasPosition(target),
                    target >> RunLayout.positionBits == field
                else {
                    isFound = false
                    break
                }
                if !moves(index, to: target) {
                    isFound = false
                    break
                }
            }
            if isFound { starts.append(place) }
        }
    }

    /// Moves to the first place of a term that is not before another place.
    /// - Returns: Whether it is that place.
    private mutating func moves(_ index: Int, to target: UInt32) -> Bool {
        while next[index] < places[index].count, places[index][next[index]] < target {
            next[index] += 1
        }
        return next[index] < places[index].count && places[index][next[index]] == target
    }

    private static func hasPosition(_ place: UInt32) -> Bool {
        place & RunLayout.noPosition != RunLayout.noPosition
    }
}
