/// The way that a term was taken from its text.
package enum TermKind: UInt8, Sendable {
    /// A word, a number, an emoji or a whole identifier.
    case word
    /// A part of an identifier.
    case part
    /// Some successive characters: a pair of a script without spaces, or a trigram.
    case gram
    /// The characters that remain at the end of a stretch, fewer than a gram has. They let a query
    /// that is shorter than a gram find each of its occurrences, as the prefix of a term.
    case tail
}
