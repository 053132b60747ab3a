/// Picks random values before they become recorded choices: not evenly, but with a bias towards the
/// values that break code.
///
/// The sampled value is the choice itself, and only its value is recorded. A replay therefore does
/// not depend on the branch below that produced it, and shrinking is never stuck in a branch.
package enum Sampling {
    /// Returns a distance of 0...bound: the ends, small numbers, powers of two and their
    /// neighbours, any number of random bits, or any number.
    package static func distance(upTo bound: UInt64, using random: inout SplitMix64) -> UInt64 {
        switch random.next(upTo: 7) {
        case 0:
            return min(bound, random.next(upTo: 2))
        case 1:
            return bound - min(bound, random.next(upTo: 1))
        case 2, 3:
            return min(bound, powerOfTwoOrNeighbour(upTo: bound, using: &random))
        case 4, 5:
            return random.next(upTo: min(bound, 100))
        case 6:
            return min(bound, random.next() >> random.next(upTo: 63))
        default:
            return random.next(upTo: bound)
        }
    }

    /// Returns a length of the range: often its shortest, sometimes its longest, mostly short.
    package static func count(in range: ClosedRange<Int>, using random: inout SplitMix64) -> Int {
        let spread = UInt64(range.upperBound - range.lowerBound)
        switch random.next(upTo: 15) {
        case 0:
            return range.lowerBound
        case 1:
            return range.upperBound
        case 2...7:
            return range.lowerBound + Int(random.next(upTo: min(spread, 8)))
        default:
            // Halving the bound a random number of times makes every order of magnitude likely.
            let bits = UInt64(UInt64.bitWidth - spread.leadingZeroBitCount)
            return range.lowerBound + Int(random.next(upTo: spread >> random.next(upTo: bits)))
        }
    }

    /// Returns an index into `weights`, picked in proportion to its weight.
    package static func index(weights: [Int], using random: inout SplitMix64) -> Int {
        let total = weights.reduce(0, +)
        precondition(total > 0, "at least one weight must be above zero")
        var rest = Int(random.next(upTo: UInt64(total - 1)))
        for (index, weight) in weights.enumerated() {
            if rest < weight { return index }
            rest -= weight
        }
        preconditionFailure("a number below the sum of the weights falls into one of them")
    }

    private static func powerOfTwoOrNeighbour(
        upTo bound: UInt64, using random: inout SplitMix64
    ) -> UInt64 {
        let bits = UInt64(max(1, UInt64.bitWidth - bound.leadingZeroBitCount))
        let power = UInt64(1) << random.next(upTo: bits - 1)
        switch random.next(upTo: 2) {
        case 0: return power - 1
        case 1: return power
        default: return power + 1
        }
    }
}
