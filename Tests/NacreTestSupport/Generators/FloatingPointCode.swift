/// Numbers the magnitudes of a binary floating-point type with the simple ones first: the integers
/// in order, then fractions from the plainest (1.5) on, then tiny ones, and at last infinity and
/// the NaNs. A generator records this number, so numbers shrink towards simple ones.
///
/// A code is as wide as the type. Its top bit is the kind: 0 for an integer, which is the rest of
/// the code, 1 for an exponent and a significand, both reordered.
struct FloatingPointCode: Sendable {
    let exponentBits: Int
    let significandBits: Int

    static let double = FloatingPointCode(exponentBits: 11, significandBits: 52)
    static let float = FloatingPointCode(exponentBits: 8, significandBits: 23)

    /// The top bit of a code.
    var patternFlag: UInt64 { 1 << UInt64(exponentBits + significandBits) }

    /// The largest code.
    var codeMax: UInt64 { patternFlag | (patternFlag - 1) }

    /// Returns the code of the magnitude that has this bit pattern and no integer code.
    func code(ofMagnitudePattern pattern: UInt64) -> UInt64 {
        precondition(pattern < patternFlag, "a magnitude has no sign bit")
        let exponent = pattern >> UInt64(significandBits)
        let significand = pattern & (1 << UInt64(significandBits) - 1)
        return patternFlag | rank(ofExponent: exponent) << UInt64(significandBits)
            | reversed(significand)
    }

    /// Returns the bit pattern of the magnitude with a code that has `patternFlag` set.
    func magnitudePattern(ofCode code: UInt64) -> UInt64 {
        precondition(code & patternFlag != 0, "this code is an integer")
        let rest = code & (patternFlag - 1)
        let exponent = exponent(ofRank: rest >> UInt64(significandBits))
        return exponent << UInt64(significandBits)
            | reversed(rest & (1 << UInt64(significandBits) - 1))
    }

    private var exponentMax: UInt64 { 1 << UInt64(exponentBits) - 1 }

    private var exponentBias: UInt64 { exponentMax / 2 }

    /// Returns the rank of an exponent: 0 for the exponent of 1.0, then those of ever larger
    /// numbers, then those of ever smaller ones. The exponent of infinity and the NaNs stays at the
    /// end.
    private func rank(ofExponent exponent: UInt64) -> UInt64 {
        if exponent == exponentMax { return exponentMax }
        if exponent >= exponentBias { return exponent - exponentBias }
        return exponentMax - 1 - exponent
    }

    private func exponent(ofRank rank: UInt64) -> UInt64 {
        if rank == exponentMax { return exponentMax }
        if rank + exponentBias < exponentMax { return rank + exponentBias }
        return exponentMax - 1 - rank
    }

    /// Returns the significand with its bits reversed: the numbers with the fewest binary digits
    /// come first.
    private func reversed(_ significand: UInt64) -> UInt64 {
        var result: UInt64 = 0
        for bit in 0..<UInt64(significandBits) where significand >> bit & 1 == 1 {
            result |= 1 << (UInt64(significandBits) - 1 - bit)
        }
        return result
    }
}
