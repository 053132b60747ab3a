/// Chooses the words of a text for a snippet: the first ones with the most different terms of the
/// query. It keeps the matches of one window, and those that may still get others before them.
struct SnippetWindow: ~Copyable {
    /// The number of words in the window.
    private let size: Int
    /// The greatest number of positions by which a match can come late.
    private let delayMax: Int
    private var pending: [HighlightMatch] = []
    private var flushPosition = 0

    /// The matches in the window, from `first` on, in order.
    private var matches: [HighlightMatch] = []
    private var first = 0
    /// The number of matches in the window, by the number of the term.
    private var counts: [Int]
    private var differentCount = 0
    private var bestCount = 0

    /// The positions of the first and the last match in the best window so far.
    private(set) var best: ClosedRange<Int>?

    init(size: Int, delayMax: Int, termsCount: Int) {
        self.size = size
        self.delayMax = delayMax
        counts = Array(repeating: 0, count: termsCount)
    }

    /// Whether no window can be better.
    var isBest: Bool { bestCount == counts.count }

    mutating func add(_ match: HighlightMatch) {
        if match.position >= flushPosition {
            settle(before: match.position - delayMax)
            flushPosition = match.position + delayMax + 64
        }
        pending.append(match)
    }

    /// Ends the text.
    mutating func finish() { settle(before: .max) }

    /// Puts matches into the window that no other one comes before.
    private mutating func settle(before end: Int) {
        pending.sort { $0.position < $1.position }
        let count = pending.firstIndex { $0.position >= end } ?? pending.count
        for match in pending[..<count] { put(match) }
        pending.removeFirst(count)
    }

    private mutating func put(_ match: HighlightMatch) {
        while first < matches.count, matches[first].position <= match.position - size {
            let term = matches[first].term
            counts[term] -= 1
            if counts[term] == 0 { differentCount -= 1 }
            first += 1
        }
        if first > 32, first > matches.count / 2 {
            matches.removeFirst(first)
            first = 0
        }
        matches.append(match)
        counts[match.term] += 1
        if counts[match.term] == 1 { differentCount += 1 }
        if differentCount > bestCount {
            bestCount = differentCount
            best = matches[first].position...match.position
        }
    }
}
