import NacreFormat

/// A text to compare with, and the properties of its bytes.
struct TextLiteral: Sendable {
    let string: String
    let known: MatchLiterals.Text
    private let literalBytes: LiteralBytes

    init(_ text: String) {
        var literals = MatchLiterals()
        _ = literals.add(text)
        string = text
        known = literals.texts[0]
        literalBytes = LiteralBytes(literals.bytes)
    }

    /// The text's bytes. Valid as long as this value lives.
    var bytes: ByteView { literalBytes[known.bytes] }
}
