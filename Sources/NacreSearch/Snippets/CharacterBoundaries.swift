/// Finds the whole characters of a text around places in its UTF-8. The places must not decrease:
/// then the time is linear, also for texts whose characters or flags are very long.
struct CharacterBoundaries {
    private let text: String
    private let bytes: [UInt8]
    /// The beginning of the last character found, and its offset in bytes.
    private var known: String.Index
    private var knownOffset = 0
    /// The end of that character, and its offset; nil if it has not been looked for.
    private var next: (index: String.Index, offset: Int)?

    /// - Parameter bytes: The UTF-8 of the text.
    init(_ text: String, _ bytes: [UInt8]) {
        self.text = text
        self.bytes = bytes
        known = text.startIndex
    }

    /// Returns the end of the last character before a place, and the beginning of the first one
    /// after it. They are equal if the place is between two characters.
    mutating func around(_ offset: Int) -> (before: String.Index, after: String.Index) {
        guard offset > knownOffset else { return (known, known) }
        if offset >= next?.offset ?? 0 { skipASCII(to: offset) }
        while knownOffset < offset, known < text.endIndex {
            let next = next ?? character()
            if next.offset > offset {
                self.next = next
                return (known, next.index)
            }
            move(to: next.index, next.offset)
        }
        return (known, known)
    }

    /// Finds the end of the character at the known place.
    private func character() -> (index: String.Index, offset: Int) {
        let end = text.index(after: known)
        return (end, knownOffset + text.utf8.distance(from: known, to: end))
    }

    private mutating func move(to index: String.Index, _ offset: Int) {
        known = index
        knownOffset = offset
        next = nil
    }

    /// Goes to the last place before an offset that is between two characters of ASCII.
    private mutating func skipASCII(to offset: Int) {
        var place = min(offset, bytes.count - 1)
        while place > knownOffset {
            let isInLine = bytes[place - 1] == UInt8(ascii: "\r")
            if bytes[place] < 0x80, bytes[place - 1] < 0x80, !isInLine {
                return move(
                    to: text.utf8.index(known, offsetBy: place - knownOffset), place)
            }
            place -= 1
        }
    }

    /// Returns the characters of some ranges of bytes. Ranges that share one become one.
    /// - Parameter ranges: The ranges, in order and without overlaps.
    static func ranges(
        of ranges: [Range<Int>], in text: String, _ bytes: [UInt8]
    ) -> [Range<String.Index>] {
        var boundaries = CharacterBoundaries(text, bytes)
        var result: [Range<String.Index>] = []
        for range in ranges {
            let start = boundaries.around(range.lowerBound).before
            let end = boundaries.around(range.upperBound).after
            if let last = result.last, start < last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(end, last.upperBound)
            } else if start < end {
                result.append(start..<end)
            }
        }
        return result
    }
}
