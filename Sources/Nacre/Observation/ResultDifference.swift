/// The difference between two lists of distinct elements: the elements that were removed, those
/// that were inserted, and those that moved among the elements that stayed.
///
/// The fewest possible elements count as moved: those outside a longest sequence of elements that
/// kept their order. This is the longest increasing subsequence, found by patience sorting in
/// n log n steps (M. L. Fredman, "On computing the length of longest increasing subsequences",
/// 1975).
struct ResultDifference: Equatable {
    /// Places in the former list, ascending.
    private(set) var removals: [Int] = []
    /// Places in the new list, ascending.
    private(set) var insertions: [Int] = []
    /// Moves from places in the former list to places in the new one, ascending by the latter.
    private(set) var moves: [ResultMove] = []

    init<Element: Hashable>(from old: [Element], to new: [Element]) {
        guard old != new else { return }
        var formerPlaces: [Element: Int] = [:]
        formerPlaces.reserveCapacity(old.count)
        for (place, element) in old.enumerated() { formerPlaces[element] = place }
        var stayed: [ResultMove] = []
        for (place, element) in new.enumerated() {
            if let former = formerPlaces.removeValue(forKey: element) {
                stayed.append(ResultMove(from: former, to: place))
            } else {
                insertions.append(place)
            }
        }
        removals = formerPlaces.values.sorted()
        let kept = Self.longestAscent(stayed.map(\.from))
        moves = stayed.indices.filter { !kept.contains($0) }.map { stayed[$0] }
    }

    /// Returns the places of a longest ascending subsequence.
    private static func longestAscent(_ numbers: [Int]) -> Set<Int> {
        /// The last place of a subsequence of each length, beginning with 1: of the subsequence
        /// whose last number is the least.
        var ends: [Int] = []
        /// The predecessor of each place in its subsequence.
        var before: [Int?] = Array(repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            before[place] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var kept: Set<Int> = []
        var next = ends.last
        while let place = next {
            kept.insert(place)
            next = before[place]
        }
        return kept
    }
}

/// A move of an object within a result.
public struct ResultMove: Sendable, Hashable {
    /// Its place in the former result, from 0.
    public let from: Int
    /// Its place in the new one, from 0.
    public let to: Int
}
