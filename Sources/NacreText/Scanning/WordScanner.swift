/// Finds the words of a text, by the rules of UAX #29 with the exceptions that ``Tokenizer/words``
/// lists, and folds them on the way. It goes once over the text and keeps one term.
struct WordScanner: ~Copyable {
    /// The kind of the stretch of text that the scanner is in.
    enum State {
        case between
        case word
        /// A number that no other character continues.
        case loneNumber
        case emoji
        /// Characters of one script without spaces.
        case stretch
    }

    let style: WordStyle
    let table: CharacterTable
    var normalizer: Normalizer
    var stemmer = EnglishStemmer()
    var parts: IdentifierParts?

    /// The term being made. In a stretch, its previous character, then the present one.
    var buffer = TermBuffer()
    var state = State.between
    var position = 0
    /// The offset in the text where the term, or the present character of a stretch, begins.
    var start = 0
    /// The class of the last character of the word that is no extender.
    var last = CharacterClass.other
    /// Whether the character before was a zero-width joiner.
    var followsJoiner = false
    /// The combining class of the last mark, 0 after other characters.
    var lastCombining: UInt8 = 0
    var needsNormalization = false
    /// Whether the word has a letter or digit, or the pictograph is shown as an emoji.
    var isTerm = false

    /// The bytes of the previous character of a stretch, 0 if there is none.
    var previousCount = 0
    var previousStart = 0

    init(_ style: WordStyle, _ folding: Folding) {
        self.style = style
        table = CharacterTable.shared(folding)
        normalizer = Normalizer(folding, table)
        parts = style == .identifiers ? IdentifierParts(table) : nil
    }

    /// Finds the terms of a text and calls a closure with each.
    mutating func scan(_ text: Span<UInt8>, _ body: (Span<UInt8>, TermPlace) -> Void) {
        var offset = 0
        while offset < text.count {
            if text[offset] < 0x80, state == .between || state == .word {
                offset = scanASCII(text, from: offset, body)
            } else {
                offset = step(text, at: offset, body)
            }
        }
        close(text, at: text.count, body)
    }

    /// Scans ASCII, as long as nothing but words and separators comes.
    /// - Returns: The offset of the first character for ``step(_:at:_:)``, or the text's end.
    @inline(__always)
    private mutating func scanASCII(
        _ text: Span<UInt8>, from start: Int, _ body: (Span<UInt8>, TermPlace) -> Void
    ) -> Int {
        var offset = start
        while offset < text.count {
            let byte = text[offset]
            if ASCII.isWord(byte) {
                if state == .between { open(.word, at: offset) }
                offset = buffer.appendASCII(text, at: offset)
                isTerm = true
                followsJoiner = false
                lastCombining = 0
                last = ASCII.isDigit(text[offset - 1]) ? .digit : .letter
            } else if byte >= 0x80 {
                return offset
            } else if state == .between {
                if byte == UInt8(ascii: "_"), style == .identifiers {
                    return step(text, at: offset, body)
                }
                offset += 1
            } else {
                if isSpecial(byte) { return step(text, at: offset, body) }
                closeWord(text, at: offset, body)
                offset += 1
            }
        }
        return offset
    }

    /// Returns whether a byte of ASCII may continue a word, though it is no letter or digit.
    @inline(__always)
    private func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "_")
    }

    /// Begins a term.
    @inline(__always)
    mutating func open(_ state: State, at offset: Int) {
        buffer.removeAll()
        self.state = state
        start = offset
        lastCombining = 0
        needsNormalization = false
        isTerm = false
    }

    /// Ends the term or the stretch, if there is one.
    mutating func close(
        _ text: Span<UInt8>, at end: Int, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        switch state {
        case .between: break
        case .stretch: closeStretch(at: end, body)
        case .word, .loneNumber, .emoji: closeWord(text, at: end, body)
        }
    }

    /// Ends a term that is no stretch.
    @inline(__always)
    private mutating func closeWord(
        _ text: Span<UInt8>, at end: Int, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        let isIdentifier = state == .word
        state = .between
        if needsNormalization { normalizer.normalize(&buffer, from: 0) }
        guard isTerm, buffer.count > 0 else { return }
        let place = TermPlace(position: position, range: start..<end, kind: .word)
        position += 1
        switch style {
        case .words: buffer.lend(0..<buffer.count) { body($0, place) }
        case .englishStems: stemmer.stem(buffer, place, body)
        case .identifiers:
            buffer.lend(0..<buffer.count) { body($0, place) }
            if isIdentifier { splitIdentifier(text, place, body) }
        }
    }

    private mutating func splitIdentifier(
        _ text: Span<UInt8>, _ place: TermPlace, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        guard let end = parts?.split(text, place, &normalizer, body) else { return }
        position = max(position, end)
    }
}
