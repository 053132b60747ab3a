/// The text of a pattern, read Character by Character.
struct PatternScanner {
    private let characters: [Character]
    private(set) var offset = 0

    init(_ pattern: String) { characters = Array(pattern) }

    /// The next Character, or nil at the end.
    var current: Character? { offset < characters.count ? characters[offset] : nil }

    mutating func advance() { offset += 1 }

    /// Reads a text if it comes next.
    mutating func take(_ text: String) -> Bool {
        let end = offset + text.count
        guard end <= characters.count, characters[offset..<end].elementsEqual(text) else {
            return false
        }
        offset = end
        return true
    }

    /// Reads Characters as long as a test holds, at most `most`.
    mutating func takeAll(most: Int = .max, where holds: (Character) -> Bool) -> String {
        let start = offset
        while let character = current, offset - start < most, holds(character) { advance() }
        return String(characters[start..<offset])
    }

    /// Reads up to and including the next occurrence of a text.
    /// - Returns: The text before it. If it does not occur, nothing is read and the result is nil.
    mutating func take(upTo text: String) -> String? {
        let start = offset
        while offset < characters.count {
            let end = offset
            if take(text) { return String(characters[start..<end]) }
            advance()
        }
        offset = start
        return nil
    }

    /// Reads all remaining Characters.
    mutating func takeRest() -> String { takeAll { _ in true } }

    mutating func goBack(to offset: Int) { self.offset = offset }
}
