/// A set of lower case letters.
struct LetterSet {
    private let bits: UInt32

    init(_ letters: String) {
        bits = letters.utf8.reduce(0) { $0 | 1 << UInt32($1 - UInt8(ascii: "a")) }
    }

    @inline(__always)
    func contains(_ letter: UInt8) -> Bool {
        // A shift by more bits than there are gives zero.
        bits >> UInt32(letter &- UInt8(ascii: "a")) & 1 != 0
    }
}
