/// Splits identifiers into their parts: at underscores, between letters and digits, before an upper
/// case letter that follows a lower case one, and before the last of several upper case letters if
/// a lower case one follows.
struct IdentifierParts: ~Copyable {
    /// The kind of a character, as far as it matters here.
    private enum Form {
        case lower
        case upper
        case digit
        case separator
    }

    private let table: CharacterTable
    private var buffer = TermBuffer()
    private var needsNormalization = false

    init(_ table: CharacterTable) {
        self.table = table
    }

    /// Calls a closure with each part of an identifier, if it has several or is not its only part.
    /// - Parameter whole: The place of the identifier. The first part has the same position.
    /// - Returns: The position after the last part.
    mutating func split(
        _ text: Span<UInt8>, _ whole: TermPlace, _ normalizer: inout Normalizer,
        _ body: (Span<UInt8>, TermPlace) -> Void
    ) -> Int {
        var position = whole.position
        var offset = whole.range.lowerBound
        let end = whole.range.upperBound
        while offset < end {
            let part = nextPart(text, offset..<end)
            offset = part.upperBound
            if part.isEmpty || part == whole.range { continue }
            append(text, part)
            if needsNormalization { normalizer.normalize(&buffer, from: 0) }
            guard buffer.count > 0 else { continue }
            let place = TermPlace(position: position, range: part, kind: .part)
            buffer.lend(0..<buffer.count) { body($0, place) }
            position += 1
        }
        return position
    }

    private mutating func append(_ text: Span<UInt8>, _ part: Range<Int>) {
        buffer.removeAll()
        needsNormalization = false
        var lastCombining: UInt8 = 0
        var offset = part.lowerBound
        while offset < part.upperBound {
            let (character, length) = text.character(at: offset)
            let record = table[character]
            buffer.append(character, as: record, texts: table.texts)
            if record.needsNormalization
                || (record.combining != 0 && record.combining < lastCombining)
            {
                needsNormalization = true
            }
            lastCombining = record.combining
            offset += length
        }
    }

    /// Returns the range of the next part. It is empty, at the end, if there is none.
    private func nextPart(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start < range.upperBound {
            let (form, length) = form(text, at: start)
            if form != .separator, form != nil { break }
            start += length
        }
        var last: Form?
        var lastOffset = start
        var offset = start
        while offset < range.upperBound {
            let (form, length) = form(text, at: offset)
            // A mark, which belongs to the character before it.
            guard let form else {
                offset += length
                continue
            }
            switch (last, form) {
            case (_, .separator), (.lower, .upper), (.lower, .digit), (.upper, .digit),
                (.digit, .lower), (.digit, .upper):
                if last != nil { return start..<offset }
            case (.upper, .lower):
                if lastOffset > start { return start..<lastOffset }
            default: break
            }
            last = form
            lastOffset = offset
            offset += length
        }
        return start..<range.upperBound
    }

    private func form(_ text: Span<UInt8>, at offset: Int) -> (form: Form?, length: Int) {
        let (character, length) = text.character(at: offset)
        let record = table[character]
        switch record.kind {
        case .connector: return (.separator, length)
        case .digit: return (.digit, length)
        case .extender, .zeroWidthJoiner, .emojiModifier: return (nil, length)
        default: return (record.isUpperCase ? .upper : .lower, length)
        }
    }
}
