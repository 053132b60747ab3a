/// The latest places of a phrase in a text, in order.
struct PhraseOccurrences {
    private struct Place {
        let start: Int
        let matches: [HighlightMatch]
    }

    private var places: [Place] = []
    /// The index of the first place that is not forgotten.
    private var first = 0
    /// The index of the first place that has not been reported.
    private var firstNew = 0

    var isEmpty: Bool { first == places.count }

    mutating func append(_ matches: [HighlightMatch], from start: Int) {
        places.append(Place(start: start, matches: matches))
    }

    /// Forgets the places that begin before a position.
    mutating func forget(before start: Int) {
        while first < places.count, places[first].start < start { first += 1 }
        guard first > 32, first > places.count / 2 else { return }
        places.removeFirst(first)
        firstNew = max(0, firstNew - first)
        first = 0
    }

    /// Reports each match of the places that has not been reported.
    mutating func report(_ body: (HighlightMatch) -> Void) {
        for place in places[max(first, firstNew)...] {
            for match in place.matches { body(match) }
        }
        firstNew = places.count
    }
}
