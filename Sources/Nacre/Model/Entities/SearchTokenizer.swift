internal import NacreText

/// The rules by which a full-text search splits texts into words.
///
/// All of them ignore case. Store and program keep the version of the rules with the search. If a
/// program has other rules than those a store was searched by, it searches without an index, until
/// a program with the newer ones has opened the store for writing.
public struct SearchTokenizer: Sendable, Hashable {
    private let tokenizer: Tokenizer

    private init(_ tokenizer: Tokenizer) {
        self.tokenizer = tokenizer
    }

    /// The name under which a store keeps it.
    package var name: String { tokenizer.name.description }

    /// Words, whatever their accents: "cafe" also finds the word with an accent. Scripts without
    /// spaces, such as Chinese and Japanese, are searched by pairs of characters, so each part of a
    /// text is found.
    public static let words = SearchTokenizer(.words)

    /// Words with their accents: "cafe" does not find the word with an accent.
    public static let exactMarks = SearchTokenizer(.wordsWithExactMarks)

    /// Identifiers, whole and in parts: "bar" and "fooBar_2" find `fooBar_2`.
    public static let code = SearchTokenizer(.code)

    /// Each three successive characters: a word finds all texts that contain it anywhere. The index
    /// is several times as large.
    public static let trigrams = SearchTokenizer(.trigrams)

    /// The languages whose words can be reduced to stems.
    public enum Language: Sendable, Hashable {
        case english
    }

    /// The stems of words: "connected" finds "connections".
    public static func stems(_ language: Language) -> SearchTokenizer {
        switch language {
        case .english: SearchTokenizer(.stems(.english))
        }
    }
}
