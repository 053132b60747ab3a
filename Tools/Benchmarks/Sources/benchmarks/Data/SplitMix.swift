/// A small generator of numbers that gives the same ones everywhere.
struct SplitMix {
    private var state: UInt64

    /// - Parameter seed: of any kind: neighbours give sequences that have nothing in common.
    init(seed: UInt64) { state = SplitMix.mixed(SplitMix.mixed(seed) &+ 0x9E37_79B9_7F4A_7C15) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SplitMix.mixed(state)
    }

    /// From 0 up to a bound, which is not reached.
    mutating func next(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// From 0 up to 1, which is not reached.
    mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Whether something happens that does so in so many cases of a hundred.
    mutating func happens(percent: Int) -> Bool { next(below: 100) < percent }

    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }

    /// The bits of a number, spread over all 64.
    static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
