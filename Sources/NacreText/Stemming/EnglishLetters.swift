/// Up to eight letters in one integer, the last one in its lowest byte: an ending is compared in
/// one step.
struct EnglishLetters {
    let bits: UInt64
    let mask: UInt64
    let count: Int

    init(_ text: String) {
        let letters = Array(text.utf8)
        precondition(letters.count <= 8)
        bits = Self.bits(of: letters, before: letters.count)
        mask = letters.count == 8 ? .max : 1 << UInt64(8 * letters.count) - 1
        count = letters.count
    }

    static func all(_ texts: [String]) -> [EnglishLetters] { texts.map(EnglishLetters.init) }

    /// Returns the last eight letters of a word before an offset, or zeros where it has less.
    @inline(__always)
    static func bits(of word: [UInt8], before end: Int) -> UInt64 {
        var bits: UInt64 = 0
        for offset in max(end - 8, 0)..<end { bits = bits << 8 | UInt64(word[offset]) }
        return bits
    }

    /// The letter at a place, counted from the end.
    @inline(__always)
    subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt64(8 * place)) }

    /// Returns whether a word with these last letters ends in the letters.
    @inline(__always)
    func isEnd(of word: UInt64) -> Bool { word & mask == bits }
}
