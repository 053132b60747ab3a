/// The kind of a character next to a position, as far as assertions depend on it.
enum PatternNeighbour: Int, Sendable, Hashable, CaseIterable {
    /// No character: the position is an end of the text.
    case none
    case newline
    /// A character that `\w` matches.
    case word
    case other

    init(_ character: Character) {
        self = character.isNewline ? .newline : character.isWordOfPattern ? .word : .other
    }

    /// - Parameter byte: An ASCII character.
    init(_ byte: UInt8) {
        let isWord =
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
        self = isWord ? .word : (0x0A...0x0D).contains(byte) ? .newline : .other
    }
}
