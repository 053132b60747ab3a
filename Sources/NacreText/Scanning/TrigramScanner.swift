/// Takes all successive three characters of a text, folded. White space of any length is one space.
/// The last two characters and the last one are terms, too, so that a query of one or two finds
/// each of its occurrences as the prefix of a term.
struct TrigramScanner: ~Copyable {
    private let table: CharacterTable
    private var normalizer: Normalizer

    /// The characters of the window, then the present one with its marks.
    private var buffer = TermBuffer()
    /// The lengths and ranges of the characters in the window: at most two.
    private var window: [(length: Int, range: Range<Int>)] = []
    private var windowLength = 0
    private var position = 0
    /// The offset in the text where the present character begins, or nil if there is none.
    private var start: Int?
    private var lastCombining: UInt8 = 0
    private var needsNormalization = false
    private var isSpace = false

    /// The greatest length of a character with its marks.
    private static let characterMax = TermBuffer.termMax / 3
    private static let space = UInt32(UInt8(ascii: " "))

    init(_ folding: Folding) {
        table = CharacterTable.shared(folding)
        normalizer = Normalizer(folding, table)
    }

    /// Finds the terms of a text and calls a closure with each.
    mutating func scan(_ text: Span<UInt8>, _ body: (Span<UInt8>, TermPlace) -> Void) {
        var offset = 0
        while offset < text.count {
            let (character, length) = text.character(at: offset)
            add(character, at: offset, body)
            offset += length
        }
        finishCharacter(at: offset, body)
        while let first = window.first, let last = window.last {
            emit(first.range.lowerBound..<last.range.upperBound, .tail, body)
            removeFirst(first.length)
        }
    }

    private mutating func add(
        _ character: UInt32, at offset: Int, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        let record = table[character]
        if Self.isSpace(character) {
            if isSpace { return }
            begin(at: offset, body)
            buffer.append(character: Self.space)
            isSpace = true
        } else if start != nil, !isSpace, record.kind.continuesCharacter {
            if record.length == 0 { return }
            buffer.append(character, as: record, texts: table.texts)
            if record.needsNormalization
                || (record.combining != 0 && record.combining < lastCombining)
            {
                needsNormalization = true
            }
            lastCombining = record.combining
        } else {
            if record.length == 0 { return }
            begin(at: offset, body)
            buffer.append(character, as: record, texts: table.texts)
            needsNormalization = record.needsNormalization
            isSpace = false
        }
    }

    /// Begins a character, and ends the one before it.
    private mutating func begin(
        at offset: Int, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        finishCharacter(at: offset, body)
        start = offset
        lastCombining = 0
        buffer.setRoom(Self.characterMax)
    }

    /// Moves the present character into the window: several ones, if it is folded to several.
    private mutating func finishCharacter(
        at end: Int, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        guard let start else { return }
        self.start = nil
        if needsNormalization {
            normalizer.normalize(&buffer, from: windowLength)
            needsNormalization = false
        }
        while windowLength < buffer.count {
            let length = nextLength()
            window.append((length, start..<end))
            windowLength += length
            guard window.count == 3 else { continue }
            emit(window[0].range.lowerBound..<end, .gram, body)
            removeFirst(window[0].length)
        }
    }

    /// Returns the length of the first character after the window, with its marks.
    private func nextLength() -> Int {
        var result = 0
        buffer.lend(windowLength..<buffer.count) { bytes in
            while result < bytes.count {
                let (character, length) = bytes.character(at: result)
                if result > 0, !table[character].kind.continuesCharacter { break }
                result += length
            }
        }
        return result
    }

    private mutating func removeFirst(_ length: Int) {
        window.removeFirst()
        buffer.removeFirst(length)
        windowLength -= length
    }

    /// Calls a closure with the characters in the window.
    private mutating func emit(
        _ range: Range<Int>, _ kind: TermKind, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        let place = TermPlace(position: position, range: range, kind: kind)
        position += 1
        buffer.lend(0..<windowLength) { body($0, place) }
    }

    /// Returns whether a character is white space or a control character.
    private static func isSpace(_ character: UInt32) -> Bool {
        switch character {
        case 0...0x20, 0x7F...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
            true
        default: false
        }
    }
}

extension CharacterClass {
    /// Whether a character is part of the one before it.
    fileprivate var continuesCharacter: Bool {
        switch self {
        case .extender, .zeroWidthJoiner, .emojiModifier, .hangulTail, .southeastAsianTail: true
        default: false
        }
    }
}
