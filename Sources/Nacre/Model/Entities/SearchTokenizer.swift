internal import NacreText

/// The rules by which a full-text search splits texts into words.
///
/// All built-in ones ignore case. Store and program keep the version of the rules with the search.
/// If a program has other rules than those a store was searched by, it searches without an index,
/// until a program with the newer ones has opened the store for writing.
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

    /// The rules of the program itself: for other languages, synonyms, or words that do not count.
    ///
    /// ```swift
    /// extension SearchTokenizer {
    ///     static let german = SearchTokenizer.custom("german", version: 1) { text in
    ///         SearchTokenizer.words.words(in: text).map { word in
    ///             SearchWord(stem(word.text), like: word)
    ///         }
    ///     }
    /// }
    /// ```
    /// The store keeps the name and the version with the index. Rules with the same name and
    /// version must always give the same words: raise the version whenever a word of any text
    /// changes. The index is then built again. Programs that do not have the rules, such as the
    /// tool, read and write objects; their searches by it throw `unsupportedFormat`.
    /// - Parameters:
    ///   - name: The name, without slashes, which no other rules in the program have:
    ///     "com.example.german" in a library. If there are others with the same name and version,
    ///     the first ones count.
    ///   - version: The version, from 1 on.
    ///   - words: Returns the words of a text, in the order of their positions. It is called for
    ///     texts and for the words of queries, on any thread.
    public static func custom(
        _ name: String, version: Int, words: @escaping @Sendable (_ text: String) -> [SearchWord]
    ) -> SearchTokenizer {
        let custom = CustomTokenizer(name, version: version) { text in
            words(text).map {
                CustomTokenizer.Term($0.text, position: $0.position, range: $0.range, kind: $0.kind)
            }
        }
        return SearchTokenizer(.custom(custom))
    }

    /// Returns the words of a text by these rules, as an index keeps them.
    public func words(in text: String) -> [SearchWord] {
        let utf8 = text.utf8
        var words: [SearchWord] = []
        tokenizer.forEachTerm(in: text) { term, place in
            let start = utf8.index(utf8.startIndex, offsetBy: place.range.lowerBound)
            let end = utf8.index(start, offsetBy: place.range.count)
            words.append(
                SearchWord(term, at: start..<end, position: place.position, kind: place.kind))
        }
        return words
    }

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
