/// Turns a text into terms, of which a full-text index is made and for which it is searched.
///
/// Terms are well-formed UTF-8 of 1 to 255 bytes; longer ones are cut at a character boundary. A
/// byte of a text that is not well-formed UTF-8 separates words. All built-in ones fold case, so
/// that I, i and their Turkish forms match one another, and so do sharp s and ss, and both forms of
/// the Greek sigma. They fold the wide and narrow forms of East Asian characters, and compose
/// characters (NFC). Format characters are dropped, for example soft hyphens and joiners, and so is
/// the Arabic tatweel.
package struct Tokenizer: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case words
        case wordsWithExactMarks
        case code
        case trigrams
        case stems(StemmedLanguage)
        case custom(CustomTokenizer)
    }

    private let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Words by the default rules of UAX #29, without diacritics. It differs from these rules:
    /// - Apostrophes (also U+02BC), full stops, colons and connectors such as underscores are no
    ///   part of words: "L'Aquila" has two. A comma between digits is part of a number.
    /// - Stretches of Han, Hiragana and Katakana, of Thai, Lao, Khmer, Myanmar and their kind, and
    ///   of Hangul give each two successive characters as a term, and the last one.
    /// - Numbers that are no digits are words, for example a superscript 2.
    /// - Segments without a letter, number or emoji give no term.
    ///
    /// Accents and the points of Arabic, Hebrew and Syriac are dropped, and so is the nukta of
    /// Devanagari. Marks of other scripts and the voicing marks of kana are kept, and the Cyrillic
    /// short i is a letter of its own.
    package static let words = Tokenizer(.words)

    /// Like ``words``, but letters with and without marks differ.
    package static let wordsWithExactMarks = Tokenizer(.wordsWithExactMarks)

    /// Identifiers, whole and in parts: "fooBar_2" gives "foobar_2", and at the same position
    /// "foo", then "bar" and "2". The next term comes after the last part. So the phrase "foo bar"
    /// finds it, and so does "fooBar_2 = 1", because a query takes only whole identifiers, which
    /// have the distances that they have in the text.
    package static let code = Tokenizer(.code)

    /// Each three successive characters, for substrings of any kind.
    package static let trigrams = Tokenizer(.trigrams)

    /// The stems of the words of one language.
    package static func stems(_ language: StemmedLanguage) -> Tokenizer {
        Tokenizer(.stems(language))
    }

    /// A tokenizer of the program: the first one that was made with this name and version. From
    /// now on, ``named(_:)`` finds it.
    package static func custom(_ tokenizer: CustomTokenizer) -> Tokenizer {
        Tokenizer(.custom(CustomTokenizers.registered(tokenizer)))
    }

    /// The tokenizers of the library.
    package static let builtIn: [Tokenizer] =
        [words, wordsWithExactMarks, code, trigrams] + StemmedLanguage.allCases.map(stems)

    /// All tokenizers that this process knows.
    package static var all: [Tokenizer] {
        builtIn + CustomTokenizers.all.map { Tokenizer(.custom($0)) }
    }

    /// The name by which a store remembers the tokenizer. It changes whenever a term of some text
    /// may.
    package var name: TokenizerName {
        let name =
            switch kind {
            case .words: "words"
            case .wordsWithExactMarks: "words.exactMarks"
            case .code: "code"
            case .trigrams: "trigrams"
            case .stems(let language): "stems.\(language.rawValue)"
            case .custom(let tokenizer): TokenizerName.customPrefix + tokenizer.name
            }
        return TokenizerName(kind: name, version: version, unicode: UnicodeTables.version)
    }

    private var version: Int {
        if case .custom(let tokenizer) = kind { tokenizer.version } else { 1 }
    }

    /// Finds a tokenizer by its name: that with exactly these versions, or else the newest one of
    /// another version.
    /// - Returns: nil if there is none of this kind.
    package static func named(_ name: TokenizerName) -> Tokenizer? {
        let known = name.isCustom ? CustomTokenizers.all.map { Tokenizer(.custom($0)) } : builtIn
        let found = known.filter { $0.name.kind == name.kind }
        return found.first { $0.name == name } ?? found.max { $1.name.isNewer(than: $0.name) }
    }

    /// Finds a tokenizer by its name.
    /// - Returns: nil if there is none with exactly these versions.
    package init?(_ name: TokenizerName) {
        guard let found = Self.named(name), found.name == name else { return nil }
        self = found
    }

    /// Calls a closure with the UTF-8 bytes of each term of a text, which are valid during the
    /// call, and its place. Positions never decrease.
    /// - Parameter text: The text in UTF-8. Memory use does not depend on its length, except for
    ///   the tokenizers of programs.
    package func forEachTerm(
        in text: Span<UInt8>, _ body: (_ term: Span<UInt8>, _ place: TermPlace) -> Void
    ) {
        switch kind {
        case .words: scan(text, .words, .folded, body)
        case .wordsWithExactMarks: scan(text, .words, .exactMarks, body)
        case .code: scan(text, .identifiers, .folded, body)
        case .stems(.english): scan(text, .englishStems, .folded, body)
        case .custom(let tokenizer): tokenizer.forEachTerm(in: text, body)
        case .trigrams:
            var scanner = TrigramScanner(.folded)
            scanner.scan(text, body)
        }
    }

    private func scan(
        _ text: Span<UInt8>, _ style: WordStyle, _ folding: Folding,
        _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        var scanner = WordScanner(style, folding)
        scanner.scan(text, body)
    }
}
