/// Puts the numbers below a count in an order without pattern, and computes each one's place
/// without a table: a Feistel network over the next power of four, walked until the number is in
/// range.
struct Shuffle {
    private let count: UInt64
    private let halfBits: UInt64

    /// - Parameter count: The number of numbers, more than 0.
    init(count: Int) {
        self.count = UInt64(count)
        let bits = UInt64.bitWidth - (self.count - 1).leadingZeroBitCount
        halfBits = UInt64(max(1, (bits + 1) / 2))
    }

    /// Returns the place of a number, different for each.
    func place(of number: Int) -> Int {
        var place = UInt64(number)
        repeat { place = permuted(place) } while place >= count
        return Int(place)
    }

    private func permuted(_ number: UInt64) -> UInt64 {
        let mask = (1 << halfBits) - 1 as UInt64
        var (left, right) = (number >> halfBits, number & mask)
        for round in 1...4 as ClosedRange<UInt64> {
            (left, right) = (right, left ^ SplitMix.mixed(right &+ round << 32) & mask)
        }
        return left << halfBits | right
    }
}
