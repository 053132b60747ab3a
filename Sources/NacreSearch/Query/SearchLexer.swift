/// Divides a query's text into tokens, in one pass. It knows the form of words, not their meaning.
struct SearchLexer {
    /// The place of a token, which decides about signs that are part of a word elsewhere.
    enum Place {
        case anywhere
        /// After an exclusion or the name of an attribute: operators are words, and minus signs are
        /// part of words.
        case operand
        /// Inside of `near`: a comma and a number before the closing parenthesis are the distance.
        case near
    }

    let text: String
    let scalars: [Unicode.Scalar]
    private let isStrict: Bool
    /// The names of attributes. Nil if all names are.
    private let attributes: [String]?
    private var position = 0

    init(_ text: String, isStrict: Bool, _ attributes: SearchAttributes) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        self.isStrict = isStrict
        self.attributes = if case .named(let names) = attributes { names } else { nil }
    }

    mutating func next(_ place: Place = .anywhere) throws(SearchQueryError) -> SearchToken {
        while let scalar = peek(), SearchText.isWhiteSpace(scalar) { position += 1 }
        let start = position
        guard let scalar = peek() else { return token(.end, from: start) }
        if scalar == "(" || scalar == ")" {
            position += 1
            return token(scalar == "(" ? .leftParenthesis : .rightParenthesis, from: start)
        }
        if SearchText.isQuote(scalar) { return quoted(scalar) }
        if place == .near, scalar == ",", let distance = distance() { return distance }
        if scalar == "`", let attribute = try quotedAttribute() { return attribute }
        if scalar == "-", place == .anywhere, isExclusion {
            position += 1
            return token(.minus, from: start)
        }
        return try word(place)
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        let index = position + distance
        return index >= 0 && index < scalars.count ? scalars[index] : nil
    }

    private func token(
        _ kind: SearchToken.Kind, _ suffix: SearchToken.Suffix = .none, from start: Int
    ) -> SearchToken {
        SearchToken(kind: kind, suffix: suffix, range: start..<position)
    }

    private func error(
        _ message: String, suggestion: String? = nil,
        kind: SearchQueryError.Kind = .malformed, at offset: Int
    ) -> SearchQueryError {
        SearchQueryError(message, suggestion: suggestion, kind: kind, text: text, position: offset)
    }

    private func string(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range]))
    }

    /// Whether the minus sign at the position excludes the next item: it begins a word and is
    /// directly before something else.
    private var isExclusion: Bool {
        if let last = peek(-1), !SearchText.isWhiteSpace(last), last != "(" { return false }
        guard let next = peek(1) else { return false }
        return next != "-" && next != ")" && !SearchText.isWhiteSpace(next)
    }

    // Quotes

    /// Reads a text in quotes. A straight quote in it is written twice, unless it is in a Hebrew
    /// word.
    private mutating func quoted(_ mark: Unicode.Scalar) -> SearchToken {
        let start = position
        position += 1
        let isStraight = mark == "\""
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            let isMark = isStraight ? scalar == mark : SearchText.isTypographicQuote(scalar)
            let isLetter = isBetweenHebrewLetters
            position += 1
            if isMark, !isLetter {
                if !isStraight || peek() != mark {
                    let suffix = takeSuffix()
                    return token(.quoted(String(text), isClosed: true), suffix, from: start)
                }
                position += 1
            }
            text.append(scalar)
        }
        return token(.quoted(String(text), isClosed: false), from: start)
    }

    private mutating func takeSuffix() -> SearchToken.Suffix {
        guard let suffix = peek().flatMap(Self.suffix) else { return .none }
        position += 1
        return suffix
    }

    private static func suffix(_ scalar: Unicode.Scalar) -> SearchToken.Suffix? {
        scalar == "*" ? .prefix : scalar == "~" ? .fuzzy : nil
    }

    // Attributes

    /// Reads the name of an attribute in backquotes and the colon after it.
    /// - Returns: Nil if there is none: the backquote is part of a word.
    private mutating func quotedAttribute() throws(SearchQueryError) -> SearchToken? {
        let start = position
        var name = String.UnicodeScalarView()
        position += 1
        while let scalar = peek(), name.count <= Self.nameSizeMax {
            position += 1
            if scalar == "`" {
                if peek() != "`" {
                    if peek() == ":",
                        let token = try attribute(String(name), from: start, colon: position)
                    {
                        return token
                    }
                    break
                }
                position += 1
            }
            name.append(scalar)
        }
        if isStrict {
            throw error(
                "A name in backquotes, a colon and a word were expected here.",
                suggestion: "Write `home town`:oslo. Put a backquote to search in quotes.",
                at: start)
        }
        position = start
        return nil
    }

    /// Maximum length of a name in backquotes, in scalars. So texts with many backquotes are read
    /// in linear time.
    private static let nameSizeMax = 255

    /// Returns the token of an attribute's name, and goes after its colon; nil if the name is part
    /// of a word.
    private mutating func attribute(
        _ name: String, from start: Int, colon: Int
    ) throws(SearchQueryError) -> SearchToken? {
        let next = colon + 1 < scalars.count ? scalars[colon + 1] : nil
        let isFollowed = next.map { $0 != ")" && !SearchText.isWhiteSpace($0) } ?? false
        if isStrict, !isFollowed {
            throw error(
                "A word, a phrase or a group was expected after \(SearchText.name(name)):.",
                suggestion: "Write no space after the colon. Put a colon to search in quotes.",
                at: colon + 1)
        }
        guard isFollowed, let name = try known(name, at: start) else { return nil }
        position = colon + 1
        return token(.attribute(name), from: start)
    }

    /// Returns the attribute that is named. In a lenient text its case does not matter.
    private func known(_ name: String, at start: Int) throws(SearchQueryError) -> String? {
        guard let attributes else { return name }
        if attributes.contains(name) { return name }
        if !isStrict { return attributes.first { $0.lowercased() == name.lowercased() } }
        throw .unknownAttribute(name, among: attributes, text: text, position: start)
    }

    // Words

    private mutating func word(_ place: Place) throws(SearchQueryError) -> SearchToken {
        let start = position
        var colon: Int?
        while let scalar = peek(), !endsWord(scalar), place != .near || !isDistance(scalar) {
            if scalar == ":", colon == nil {
                colon = position
                if let token = try attribute(from: start, colon: position) { return token }
            }
            position += 1
        }
        let word = string(start..<position)
        if word == SearchText.near || word == SearchText.near.uppercased(), peek() == "(" {
            position += 1
            return token(.near, from: start)
        }
        switch word {
        case SearchText.or where place != .operand: return token(.or, from: start)
        case SearchText.and where place != .operand: return token(.and, from: start)
        case SearchText.not where place != .operand: return token(.not, from: start)
        default: break
        }
        var end = position
        var suffix = SearchToken.Suffix.none
        if end > start + 1, let found = Self.suffix(scalars[end - 1]) {
            suffix = found
            end -= 1
        }
        if isStrict { try checkWord(start..<end, place) }
        return token(.word(string(start..<end)), suffix, from: start)
    }

    private func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        if SearchText.isWhiteSpace(scalar) || SearchText.isParenthesis(scalar) { return true }
        return SearchText.isQuote(scalar) && !isBetweenHebrewLetters
    }

    /// Whether the scalars before and after the position are Hebrew letters. A quote there is part
    /// of an abbreviation.
    private var isBetweenHebrewLetters: Bool {
        peek(-1).map(Self.isHebrew) ?? false && peek(1).map(Self.isHebrew) ?? false
    }

    private static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
        ("\u{5D0}"..."\u{5EA}").contains(scalar)
    }

    /// Returns the token of an attribute if the text up to a colon can be its name.
    private mutating func attribute(
        from start: Int, colon: Int
    ) throws(SearchQueryError) -> SearchToken? {
        guard colon > start, colon - start <= Self.nameSizeMax else { return nil }
        let name = string(start..<colon)
        guard SearchText.isIdentifier(name) else { return nil }
        return try attribute(name, from: start, colon: colon)
    }

    /// Checks a word of a strict text for signs that look like others of the language.
    private func checkWord(_ range: Range<Int>, _ place: Place) throws(SearchQueryError) {
        let word = scalars[range]
        if let sign = word.firstIndex(of: "*") {
            throw error(
                "A * is allowed only at the end of a word.",
                suggestion: "Write index*. Put a * to search in quotes.", at: sign)
        }
        if let sign = word.lastIndex(of: "~"),
            word[sign...].dropFirst().allSatisfy({ ("0"..."9").contains($0) })
        {
            throw error(
                "A ~ has no number.", suggestion: "Write \(string(range.lowerBound..<sign))~.",
                at: sign)
        }
        let text = string(range)
        if let mistake = SearchText.mistakes.first(where: { $0.found == text }) {
            throw error(
                "There is no operator \(text).", suggestion: mistake.meant, at: range.lowerBound)
        }
        guard word.first == "-" else { return }
        if word.count == 1 {
            throw error(
                "A word, a phrase or a group was expected after -.",
                suggestion: "Write no space after it.", at: range.lowerBound)
        }
        if place != .anywhere {
            throw error(
                "A - has no meaning here.",
                suggestion: "Write it before the name, or put a - to search in quotes.",
                at: range.lowerBound)
        }
    }

    // Distances

    /// Returns whether a scalar of `near` is the comma before the distance. Each scalar is looked
    /// at from one comma only.
    private func isDistance(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar == "," else { return false }
        var lexer = self
        return lexer.distance() != nil
    }

    /// Reads a comma and a number before the end of `near`.
    private mutating func distance() -> SearchToken? {
        let start = position
        position += 1
        skipWhiteSpace()
        var number: Int? = 0
        let digits = position
        while let scalar = peek(), let digit = Self.digit(scalar) {
            number = number.map { $0 * 10 + digit }
            if number ?? 0 > SearchLimits.distanceMax { number = nil }
            position += 1
        }
        let end = position
        skipWhiteSpace()
        guard end > digits, peek() == ")" || peek() == nil else {
            position = start
            return nil
        }
        position = end
        return token(.distance(number), from: start)
    }

    private mutating func skipWhiteSpace() {
        while let scalar = peek(), SearchText.isWhiteSpace(scalar) { position += 1 }
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        ("0"..."9").contains(scalar) ? Int(scalar.value - 0x30) : nil
    }
}
