/// Picks codes at random, with a bias towards special magnitudes.
extension FloatingPointCode {
    func sample(using random: inout SplitMix64) -> UInt64 {
        switch random.next(upTo: 7) {
        case 0, 1:
            return Sampling.distance(upTo: 1 << UInt64(significandBits + 1), using: &random)
        case 2:
            return Sampling.distance(upTo: patternFlag - 1, using: &random)
        case 3, 4:
            let patterns = specialPatterns
            let index = Int(random.next(upTo: UInt64(patterns.count - 1)))
            return code(ofMagnitudePattern: patterns[index])
        case 5:
            return plainFraction(using: &random)
        default:
            return patternFlag | random.next(upTo: patternFlag - 1)
        }
    }

    /// Returns the code of a number with few binary digits, which people would write as a decimal
    /// fraction.
    private func plainFraction(using random: inout SplitMix64) -> UInt64 {
        let firstRankBelowOne = UInt64(1) << UInt64(exponentBits - 1)
        let rank = random.next(upTo: 8) + (random.oneIn(2) ? firstRankBelowOne : 0)
        let significand = Sampling.distance(upTo: 255, using: &random)
        return patternFlag | rank << UInt64(significandBits) | significand
    }

    private var specialPatterns: [UInt64] {
        let leastNormal = UInt64(1) << UInt64(significandBits)
        let infinity = UInt64(1 << exponentBits - 1) << UInt64(significandBits)
        let one = UInt64(1 << (exponentBits - 1) - 1) << UInt64(significandBits)
        let quietBit = leastNormal >> 1
        return [
            0, 1, leastNormal - 1, leastNormal, one - 1, one, one + 1,
            infinity - 1, infinity,
            infinity | 1, infinity | quietBit, infinity | (leastNormal - 1),
        ]
    }
}
