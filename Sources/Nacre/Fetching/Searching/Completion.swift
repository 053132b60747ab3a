/// A word that begins as a user has typed, and occurs in an entity's texts.
public struct Completion: Sendable, Hashable {
    /// The word as the index has it: in lower case, and without accents unless the tokenizer keeps
    /// them. In scripts without spaces it is a pair of characters.
    public let word: String
    /// The number of objects whose texts have the word.
    public let count: Int
}
