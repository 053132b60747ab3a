/// The only source of randomness in the tests: a 64-bit counter run through a mixing function.
/// Equal seeds give equal numbers on every platform and with every release of Swift. Not for
/// secrets.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number of 0...bound, all about equally likely.
    ///
    /// The standard library's `random(in:using:)` does not promise to consume the same numbers in
    /// the next release, and a seed printed today has to work then, too.
    mutating func next(upTo bound: UInt64) -> UInt64 {
        guard bound < .max else { return next() }
        return next().multipliedFullWidth(by: bound + 1).high
    }

    /// Returns true once in `times` calls, on average.
    mutating func oneIn(_ times: UInt64) -> Bool {
        precondition(times > 0, "one in zero makes no sense")
        return next(upTo: times - 1) == 0
    }
}
