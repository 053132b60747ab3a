import Foundation

/// Numbers of which few are frequent and most are rare, as keys are in practice: the share of
/// number k falls with k to the power of 0.99. The usual method of benchmarks: J. Gray et al.,
/// "Quickly generating billion-record synthetic databases", SIGMOD 1994, section 3.2.
struct Zipfian {
    private static let exponent = 0.99

    private let count: Int
    private let total: Double
    private let power: Double
    private let factor: Double

    /// - Parameter count: The number of numbers, more than 1. The time is proportional to it.
    init(count: Int) {
        self.count = count
        total = (1...count).reduce(0) { $0 + pow(1 / Double($1), Self.exponent) }
        power = 1 / (1 - Self.exponent)
        let two = 1 + pow(0.5, Self.exponent)
        factor = (1 - pow(2 / Double(count), 1 - Self.exponent)) / (1 - two / total)
    }

    /// Returns a number from 0, the most frequent one, to below the count.
    func next(_ random: inout SplitMix) -> Int {
        let fraction = random.nextFraction()
        let share = fraction * total
        if share < 1 { return 0 }
        if share < 1 + pow(0.5, Self.exponent) { return 1 }
        let number = Double(count) * pow(factor * fraction - factor + 1, power)
        return min(count - 1, Int(number))
    }
}
