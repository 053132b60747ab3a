/// A small generator of numbers that gives the same ones everywhere.
struct SplitMix {
    private var state: UInt64

    /// - Parameter seed: Any number: neighbouring seeds give unrelated sequences.
    init(seed: UInt64) { state = SplitMix.mixed(SplitMix.mixed(seed) &+ 0x9E37_79B9_7F4A_7C15) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SplitMix.mixed(state)
    }

    /// Returns a number from 0 to below a bound.
    mutating func next(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a fraction from 0 to below 1.
    mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns true in this percentage of all calls.
    mutating func happens(percent: Int) -> Bool { next(below: 100) < percent }

    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }

    /// Returns the bits of a number, spread over all 64.
    static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
