/// One character at a time.
extension WordScanner {
    /// Adds the character at an offset to the term, or ends the term with it.
    /// - Returns: The offset of the next character.
    mutating func step(
        _ text: Span<UInt8>, at offset: Int, _ body: (Span<UInt8>, TermPlace) -> Void
    ) -> Int {
        let (character, length) = text.character(at: offset)
        let record = table[character]
        let next = offset + length
        switch record.kind {
        case .letter, .hebrewLetter, .digit:
            if state != .word {
                close(text, at: offset, body)
                open(.word, at: offset)
            }
            add(character, record)
        case .letterPictograph:
            let isJoined = state == .word || (state == .emoji && followsJoiner)
            if !isJoined {
                close(text, at: offset, body)
                open(.word, at: offset)
            }
            state = .word
            add(character, record)
        case .extender, .zeroWidthJoiner, .emojiModifier:
            extend(text, at: offset, character, record)
            return next
        case .ideograph, .hangul, .southeastAsian, .hangulTail, .southeastAsianTail:
            addToStretch(text, at: offset, character, record, body)
        case .letterJoiner, .digitJoiner, .doubleQuote, .connector:
            join(text, at: offset, next, character, record, body)
        case .loneNumber:
            close(text, at: offset, body)
            open(.loneNumber, at: offset)
            add(character, record)
        case .regionalIndicator, .emoji, .pictograph:
            addPictograph(text, at: offset, character, record.kind, body)
        case .other: close(text, at: offset, body)
        }
        followsJoiner = false
        return next
    }

    /// Adds a letter or digit to the word.
    @inline(__always)
    private mutating func add(_ character: UInt32, _ record: CharacterRecord) {
        buffer.append(character, as: record, texts: table.texts)
        if record.needsNormalization { needsNormalization = true }
        lastCombining = 0
        last = record.kind
        isTerm = true
    }

    /// Adds a character that belongs to the one before it.
    private mutating func extend(
        _ text: Span<UInt8>, at offset: Int, _ character: UInt32, _ record: CharacterRecord
    ) {
        followsJoiner = record.kind == .zeroWidthJoiner
        switch state {
        case .between:
            if record.kind == .emojiModifier {
                open(.emoji, at: offset)
                buffer.append(character: character)
                isTerm = true
                last = .emojiModifier
            } else if character == Emoji.keycap {
                openKeycap(text, at: offset)
            }
        case .emoji:
            if Emoji.isShown(by: character) { isTerm = true }
            if Emoji.keeps(character) { buffer.append(character: character) }
        case .word, .loneNumber, .stretch: addMark(character, record)
        }
    }

    /// Adds a mark to the term, if it is one that folding keeps.
    mutating func addMark(_ character: UInt32, _ record: CharacterRecord) {
        if record.length == 0 { return }
        buffer.append(character, as: record, texts: table.texts)
        if record.needsNormalization || (record.combining != 0 && record.combining < lastCombining)
        {
            needsNormalization = true
        }
        lastCombining = record.combining
    }

    /// Begins a term with the sign before a keycap mark, if it can be on a key.
    private mutating func openKeycap(_ text: Span<UInt8>, at offset: Int) {
        var base = offset - 1
        if base >= 3, text.character(at: base - 2).character == Emoji.selector { base -= 3 }
        guard base >= 0, Emoji.isKey(text[base]) else { return }
        open(.emoji, at: base)
        buffer.append(text[base])
        buffer.append(character: Emoji.keycap)
        isTerm = true
        last = .pictograph
    }

    /// Adds a character that joins what is before and after it, or ends the word.
    private mutating func join(
        _ text: Span<UInt8>, at offset: Int, _ next: Int, _ character: UInt32,
        _ record: CharacterRecord, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        if record.kind == .connector, style == .identifiers {
            if state != .word {
                close(text, at: offset, body)
                open(.word, at: offset)
            }
            buffer.append(character, as: record, texts: table.texts)
            last = .connector
            lastCombining = 0
            return
        }
        guard state == .word, joins(record.kind, text, next) else {
            return close(text, at: offset, body)
        }
        buffer.append(character, as: record, texts: table.texts)
        lastCombining = 0
        // `last` stays: the same kind follows.
    }

    /// Returns whether the word goes on after a joiner.
    /// - Parameter next: The offset after the joiner.
    private func joins(_ joiner: CharacterClass, _ text: Span<UInt8>, _ next: Int) -> Bool {
        if style == .identifiers { return false }
        switch joiner {
        case .letterJoiner: return last.isLetter && kind(text, after: next).isLetter
        case .digitJoiner: return last == .digit && kind(text, after: next) == .digit
        case .doubleQuote:
            return last == .hebrewLetter && kind(text, after: next) == .hebrewLetter
        default: return false
        }
    }

    /// Returns the class of the first character from an offset on that is no extender.
    private func kind(_ text: Span<UInt8>, after offset: Int) -> CharacterClass {
        var offset = offset
        while offset < text.count {
            let (character, length) = text.character(at: offset)
            let kind = table[character].kind
            if kind != .extender, kind != .zeroWidthJoiner, kind != .emojiModifier { return kind }
            offset += length
        }
        return .other
    }

    /// Adds a pictograph to a sequence, or begins one.
    private mutating func addPictograph(
        _ text: Span<UInt8>, at offset: Int, _ character: UInt32, _ kind: CharacterClass,
        _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        if kind == .regionalIndicator {
            // Two make a flag.
            let isSecond = state == .emoji && last == .regionalIndicator
            if !isSecond {
                close(text, at: offset, body)
                open(.emoji, at: offset)
            }
            last = isSecond ? .pictograph : .regionalIndicator
            isTerm = true
        } else if followsJoiner, state == .emoji || state == .word || state == .loneNumber {
            // After a pictograph no letter continues the word.
            state = .emoji
            last = .pictograph
            isTerm = true
        } else {
            close(text, at: offset, body)
            open(.emoji, at: offset)
            last = .pictograph
            isTerm = kind == .emoji
        }
        buffer.append(character: character)
    }
}

extension CharacterClass {
    /// Whether words are made of these characters, without digits.
    var isLetter: Bool { self == .letter || self == .hebrewLetter || self == .letterPictograph }
}
