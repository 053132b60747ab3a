/// Composes folded text again after characters have been put side by side: canonical decomposition,
/// order and composition, as in UAX #15. Keeps its memory for the next term.
struct Normalizer {
    private let folding: Folding
    private let table: CharacterTable
    private var characters: [UInt32] = []
    private var result: [UInt32] = []

    private static let breve: UInt32 = 0x306
    private static let dotAbove: UInt32 = 0x307
    private static let iotaSubscript: UInt32 = 0x345
    private static let iota: UInt32 = 0x3B9
    private static let cyrillicI: UInt32 = 0x438
    private static let letterI: UInt32 = 0x69

    init(_ folding: Folding, _ table: CharacterTable) {
        self.folding = folding
        self.table = table
    }

    /// Normalizes the bytes of a term from an offset on.
    mutating func normalize(_ buffer: inout TermBuffer, from start: Int) {
        characters.removeAll(keepingCapacity: true)
        result.removeAll(keepingCapacity: true)
        read(buffer, from: start)
        sortMarks()
        foldMarks()
        compose()
        buffer.truncate(to: start)
        for character in result { buffer.append(character: character) }
    }

    private mutating func read(_ buffer: borrowing TermBuffer, from start: Int) {
        var decomposed: [UInt32] = []
        swap(&decomposed, &characters)
        buffer.lend(start..<buffer.count) { bytes in
            var offset = 0
            while offset < bytes.count {
                let (character, length) = bytes.character(at: offset)
                Compositions.shared.appendDecomposition(of: character, to: &decomposed)
                offset += length
            }
        }
        swap(&decomposed, &characters)
    }

    /// Sorts each run of marks by combining class. Equal ones stay in order.
    private mutating func sortMarks() {
        for index in characters.indices {
            let mark = characters[index]
            let combining = table[mark].combining
            guard combining != 0 else { continue }
            var place = index
            while place > 0, table[characters[place - 1]].combining > combining {
                characters[place] = characters[place - 1]
                place -= 1
            }
            characters[place] = mark
        }
    }

    /// Removes the marks that this mode of folding leaves to the normalizer: breves, other than
    /// those of the Cyrillic short i, or the dots of an i, by which its Turkish capital letter
    /// matches in both of its forms. Iotas that are marks become letters, now that all marks are in
    /// their order.
    private mutating func foldMarks() {
        var starter: UInt32 = 0
        var last: UInt8 = 0
        for index in characters.indices {
            let character = characters[index]
            let combining = table[character].combining
            // Whether no mark between them keeps the two from being composed.
            let isNext = last < combining
            if folding == .folded, character == Self.breve, !isNext || starter != Self.cyrillicI {
                continue
            }
            if folding == .exactMarks, character == Self.dotAbove, isNext, starter == Self.letterI {
                continue
            }
            if combining == 0 { starter = character }
            last = combining
            result.append(character == Self.iotaSubscript ? Self.iota : character)
        }
        swap(&result, &characters)
        result.removeAll(keepingCapacity: true)
    }

    private mutating func compose() {
        var starter: Int?
        var last: UInt8 = 0
        for character in characters {
            let combining = table[character].combining
            if let starter, starter == result.count - 1 || last < combining,
                let composed = Compositions.shared.composition(result[starter], character)
            {
                result[starter] = composed
                continue
            }
            if combining == 0 { starter = result.count }
            last = combining
            result.append(character)
        }
    }
}
