internal import NacreText

/// A word of a text as a full-text search compares it.
public struct SearchWord: Sendable, Hashable {
    /// The form that is compared, for example in lower case, or a stem. At most 255 bytes of it
    /// count.
    public let text: String
    /// The place of the word in the text, which is marked in snippets.
    public let range: Range<String.Index>
    /// The number of the word in the text, which never decreases. Words of a phrase have successive
    /// positions; a gap, which ends phrases, counts as 100 at most. Several words may have one
    /// position; a query for one of them asks for all. To let synonyms find each other, give them
    /// the same text.
    public let position: Int
    let kind: TermKind

    /// Makes a word.
    /// - Parameters:
    ///   - text: The form that is compared. A word without text is left out.
    ///   - range: The place of the word in the text.
    ///   - position: The number of the word in the text, from 0 on.
    public init(_ text: String, at range: Range<String.Index>, position: Int) {
        self.init(text, at: range, position: position, kind: .word)
    }

    /// Makes another form of a word, at its place.
    /// - Parameters:
    ///   - text: The form that is compared. A word without text is left out.
    ///   - word: A word by other rules.
    public init(_ text: String, like word: SearchWord) {
        self.init(text, at: word.range, position: word.position, kind: word.kind)
    }

    init(_ text: String, at range: Range<String.Index>, position: Int, kind: TermKind) {
        self.text = text
        self.range = range
        self.position = position
        self.kind = kind
    }
}
