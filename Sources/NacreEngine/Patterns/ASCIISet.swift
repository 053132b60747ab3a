/// A set of ASCII characters, one bit each.
struct ASCIISet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    /// Makes the set of characters for which a test holds.
    init(where holds: (UInt8) -> Bool) {
        for byte in 0..<128 as Range<UInt8> where holds(byte) { insert(byte) }
    }

    /// Makes the set of the ASCII characters in a range.
    init(_ range: ClosedRange<Unicode.Scalar>?) {
        guard let range, range.lowerBound.isASCII else { return }
        for value in range.lowerBound.value...min(range.upperBound.value, 127) {
            insert(UInt8(value))
        }
    }

    mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    mutating func formUnion(_ other: ASCIISet) {
        low |= other.low
        high |= other.high
    }

    var inverted: ASCIISet {
        var inverted = ASCIISet()
        inverted.low = ~low
        inverted.high = ~high
        return inverted
    }

    /// The set extended by the other case of its letters. The cases differ in one bit.
    var inBothCases: ASCIISet {
        let letters: UInt64 = 0x07FF_FFFE
        var both = self
        both.high |= (high & letters) << 32 | (high >> 32 & letters)
        return both
    }

    /// - Parameter byte: A byte less than 128.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0
    }
}
