/// A part of a query's text.
struct SearchToken {
    enum Kind: Equatable {
        case word(String)
        /// A text in quotes. `isClosed` is false if the closing quote is missing.
        case quoted(String, isClosed: Bool)
        case leftParenthesis
        case rightParenthesis
        /// The sign of an exclusion.
        case minus
        case or
        case and
        case not
        /// The name of an attribute, and the colon after it.
        case attribute(String)
        /// The word near, and the parenthesis after it.
        case near
        /// The comma and the number of words at the end of `near`. Nil for a number that is too
        /// great.
        case distance(Int?)
        case end
    }

    /// The sign after a word or text in quotes.
    enum Suffix {
        case none
        case prefix
        case fuzzy
    }

    let kind: Kind
    var suffix = Suffix.none
    /// The places in the text, in Unicode scalars.
    let range: Range<Int>

    var offset: Int { range.lowerBound }

    /// The operator as a word, for texts like "Portland OR".
    var operatorWord: String? {
        switch kind {
        case .or: SearchText.or
        case .and: SearchText.and
        case .not: SearchText.not
        default: nil
        }
    }

    /// Whether a word, phrase or group can begin here.
    var beginsItem: Bool {
        switch kind {
        case .word, .quoted, .leftParenthesis, .minus, .not, .attribute, .near: true
        case .rightParenthesis, .or, .and, .distance, .end: false
        }
    }

    /// Whether a group or the text ends here.
    var endsGroup: Bool { kind == .rightParenthesis || kind == .end }
}
