/// The properties of a character that the tokenizers need, in one mode of folding.
struct CharacterRecord {
    let kind: CharacterClass
    private let flags: UInt8
    /// The canonical combining class.
    let combining: UInt8
    /// The number of bytes of the folded text in the table's texts, or ``isOffset``.
    let length: UInt8
    /// The offset of the folded text in the table's texts, or the difference from the character to
    /// the folded one.
    let value: Int32

    /// The length of a folded text that is given as a difference.
    static let isOffset: UInt8 = 255

    init(kind: CharacterClass, flags: UInt8, combining: UInt8, length: UInt8, value: Int32) {
        self.kind = kind
        self.flags = flags
        self.combining = combining
        self.length = length
        self.value = value
    }

    /// Whether the character is an upper-case or title-case letter.
    var isUpperCase: Bool { flags & 1 != 0 }

    /// Whether text that the folded text is added to may have to be normalized.
    var needsNormalization: Bool { flags & 2 != 0 }
}
