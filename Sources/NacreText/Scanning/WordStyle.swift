/// The use that is made of the words of a text.
enum WordStyle {
    /// Each word is a term.
    case words
    /// Underscores join words, and each word is followed by its parts.
    case identifiers
    /// Each word is stemmed as an English one.
    case englishStems
}
