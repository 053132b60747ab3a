/// The canonical compositions of Unicode, and by them the decompositions of composed characters.
/// Hangul syllables are composed by calculation.
struct Compositions: Sendable {
    private var composed: [UInt64: UInt32] = [:]
    private var parts: [UInt32: UInt64] = [:]

    static let shared = Compositions()

    private init() {
        var packed = PackedNumbers(UnicodeTables.compositions)
        let count = packed.number()
        composed.reserveCapacity(count)
        parts.reserveCapacity(count)
        var last = 0
        for _ in 0..<count {
            last += packed.number()
            let first = last - packed.signed()
            let pair = UInt64(first) << 32 | UInt64(packed.number())
            composed[pair] = UInt32(last)
            parts[UInt32(last)] = pair
        }
    }

    /// Returns the character that two characters are composed to, if any.
    func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if (0x1161..<0x1176).contains(second), (0x1100..<0x1113).contains(first) {
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        }
        if (0x11A8..<0x11C3).contains(second), (0xAC00..<0xD7A4).contains(first) {
            return (first - 0xAC00) % 28 == 0 ? first + second - 0x11A7 : nil
        }
        return composed[UInt64(first) << 32 | UInt64(second)]
    }

    /// Appends the canonical decomposition of a character. It leaves Hangul syllables as they are:
    /// they can still be composed with what follows.
    func appendDecomposition(of character: UInt32, to result: inout [UInt32]) {
        guard let pair = parts[character] else {
            result.append(character)
            return
        }
        appendDecomposition(of: UInt32(pair >> 32), to: &result)
        result.append(UInt32(truncatingIfNeeded: pair))
    }
}
