/// The properties of all characters in one mode of folding. Made from the generated tables when the
/// mode is first used; this takes less than half a millisecond and about 100 KB of memory.
struct CharacterTable: Sendable {
    /// The place in `numbers` of each block of 128 characters.
    private let blocks: [UInt32]
    /// The number of each character's record, by block. Blocks of equal records are shared.
    private let numbers: [UInt16]
    private let records: [CharacterRecord]
    /// The folded texts of characters that are not given as a difference.
    private(set) var texts: [UInt8] = []

    private static let blockSize = 128
    private static let folded = CharacterTable(.folded)
    private static let exactMarks = CharacterTable(.exactMarks)

    static func shared(_ folding: Folding) -> CharacterTable {
        switch folding {
        case .folded: folded
        case .exactMarks: exactMarks
        }
    }

    private init(_ folding: Folding) {
        (records, texts) = Self.readRecords(folding)
        var runs = PackedNumbers(UnicodeTables.runs)
        var blocks: [UInt32] = []
        blocks.reserveCapacity(0x11_0000 / Self.blockSize)
        var numbers: [UInt16] = []
        numbers.reserveCapacity(300 * Self.blockSize)
        var blockOfRecord: [UInt16: UInt32] = [:]
        while !runs.isAtEnd {
            let number = UInt16(truncatingIfNeeded: runs.number())
            var count = runs.number()
            while count > 0 {
                let room = Self.blockSize - numbers.count % Self.blockSize
                let isAtStart = room == Self.blockSize
                if isAtStart, count >= Self.blockSize, let block = blockOfRecord[number] {
                    blocks.append(
                        contentsOf: repeatElement(block, count: count / Self.blockSize))
                    count %= Self.blockSize
                    continue
                }
                if isAtStart { blocks.append(UInt32(numbers.count)) }
                if isAtStart, count >= Self.blockSize {
                    blockOfRecord[number] = UInt32(numbers.count)
                }
                for _ in 0..<min(count, room) { numbers.append(number) }
                count -= min(count, room)
            }
        }
        self.blocks = blocks
        self.numbers = numbers
    }

    /// The record of a character.
    /// - Parameter character: A code point, below 0x110000.
    subscript(character: UInt32) -> CharacterRecord {
        let block = Int(blocks[Int(character) / Self.blockSize])
        return records[Int(numbers[block + Int(character) % Self.blockSize])]
    }

    private static func readRecords(
        _ folding: Folding
    ) -> (records: [CharacterRecord], texts: [UInt8]) {
        var packed = PackedNumbers(UnicodeTables.records)
        var records: [CharacterRecord] = []
        var texts: [UInt8] = []
        let count = packed.number()
        records.reserveCapacity(count)
        for _ in 0..<count {
            let first = packed.number()
            let combining = packed.number()
            let folded = readMapping(&packed, into: &texts, otherwise: (0, 0))
            let exact = readMapping(&packed, into: &texts, otherwise: folded)
            let mapping = folding == .folded ? folded : exact
            let needsNormalization = (folding == .folded ? first >> 1 : first >> 2) & 1
            records.append(
                CharacterRecord(
                    kind: CharacterClass(rawValue: UInt8(truncatingIfNeeded: first >> 3)) ?? .other,
                    flags: UInt8(truncatingIfNeeded: first & 1 | needsNormalization << 1),
                    combining: UInt8(truncatingIfNeeded: combining),
                    length: mapping.length, value: mapping.value))
        }
        return (records, texts)
    }

    /// Reads how a character is folded.
    /// - Parameter other: The result if the mapping is that of the other mode.
    private static func readMapping(
        _ packed: inout PackedNumbers, into texts: inout [UInt8],
        otherwise other: (length: UInt8, value: Int32)
    ) -> (length: UInt8, value: Int32) {
        let form = packed.number()
        switch form {
        case 0: return (CharacterRecord.isOffset, 0)
        case 1: return (CharacterRecord.isOffset, Int32(truncatingIfNeeded: packed.signed()))
        case 2: return other
        default:
            let start = texts.count
            for _ in 0..<form - 3 { texts.append(packed.byte()) }
            return (UInt8(truncatingIfNeeded: form - 3), Int32(truncatingIfNeeded: start))
        }
    }
}
