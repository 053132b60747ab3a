/// The words of a text that phrases mark, found by trying all places: for comparison.
enum PlainMarks {
    /// Returns the indices of marked words.
    /// - Parameter distance: The number of other words that may be between the phrases. Nil if each
    ///   is marked wherever it is.
    static func indices(
        in words: [String], of phrases: [[String]], distance: Int?
    ) -> Set<Int> {
        let places = phrases.map { phrase in
            words.indices.filter { words[$0...].starts(with: phrase) }
                .map { $0..<($0 + phrase.count) }
        }
        guard let distance else { return Set(places.joined().joined()) }
        var marked: Set<Int> = []
        for choice in choices(places) {
            let start = choice.map(\.lowerBound).min() ?? 0
            let end = choice.map(\.upperBound).max() ?? 0
            let others = end - start - choice.map(\.count).reduce(0, +)
            if others <= distance { marked.formUnion(choice.joined()) }
        }
        return marked
    }

    private static func choices(_ places: [[Range<Int>]]) -> [[Range<Int>]] {
        places.reduce([[]]) { choices, places in
            choices.flatMap { choice in places.map { choice + [$0] } }
        }
    }
}
