/// Stretches of scripts without spaces: each two successive characters are a term, and so is the
/// last character.
extension WordScanner {
    /// The greatest length of one character with its marks, so that two fit into a term.
    private static let unitMax = TermBuffer.termMax / 2

    mutating func addToStretch(
        _ text: Span<UInt8>, at offset: Int, _ character: UInt32, _ record: CharacterRecord,
        _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        let script = record.kind.script
        if state == .stretch, last == script {
            if record.kind != script {
                addMark(character, record)
                lastCombining = 0
                return
            }
            finishUnit(at: offset, body)
            previousCount = buffer.count
            previousStart = start
        } else {
            close(text, at: offset, body)
            open(.stretch, at: offset)
            previousCount = 0
            last = script
        }
        start = offset
        lastCombining = 0
        buffer.setRoom(Self.unitMax)
        buffer.append(character, as: record, texts: table.texts)
        needsNormalization = record.needsNormalization
    }

    /// Ends the present character. It is a term together with the previous one.
    private mutating func finishUnit(at end: Int, _ body: (Span<UInt8>, TermPlace) -> Void) {
        if needsNormalization {
            normalizer.normalize(&buffer, from: previousCount)
            needsNormalization = false
        }
        guard previousCount > 0 else { return }
        emit(previousStart..<end, .gram, body)
        buffer.removeFirst(previousCount)
    }

    mutating func closeStretch(at end: Int, _ body: (Span<UInt8>, TermPlace) -> Void) {
        finishUnit(at: end, body)
        emit(start..<end, .tail, body)
        state = .between
    }

    private mutating func emit(
        _ range: Range<Int>, _ kind: TermKind, _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        let place = TermPlace(position: position, range: range, kind: kind)
        position += 1
        buffer.lend(0..<buffer.count) { body($0, place) }
    }
}

extension CharacterClass {
    /// The class of the characters that begin a unit of the same script.
    fileprivate var script: CharacterClass {
        switch self {
        case .hangulTail: .hangul
        case .southeastAsianTail: .southeastAsian
        default: self
        }
    }
}
