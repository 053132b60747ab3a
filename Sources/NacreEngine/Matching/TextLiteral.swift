import NacreFormat

/// A text to compare with, and what its bytes permit.
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

    /// Good as long as this value lives.
    var bytes: ByteView { literalBytes[known.bytes] }
}
