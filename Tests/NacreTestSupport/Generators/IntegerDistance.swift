/// The distance of an integer from the simplest one of its range, in a type that holds the distance
/// between any two of them.
enum IntegerDistance {
    static func between<Value: FixedWidthInteger>(_ low: Value, _ high: Value) -> UInt128 {
        precondition(Value.bitWidth <= 128, "integers are generated up to 128 bits")
        return UInt128(truncatingIfNeeded: high) &- UInt128(truncatingIfNeeded: low)
    }

    /// Returns a distance of 0...bound, drawn with one choice, or with two if one has too few bits.
    static func draw(
        upTo bound: UInt128, from choices: inout Choices
    ) throws(Rejection) -> UInt128 {
        let boundHigh = UInt64(truncatingIfNeeded: bound >> 64)
        let boundLow = UInt64(truncatingIfNeeded: bound)
        guard boundHigh > 0 else { return UInt128(try drawWord(upTo: boundLow, from: &choices)) }
        let high = try drawWord(upTo: boundHigh, from: &choices)
        let low = try drawWord(upTo: high == boundHigh ? boundLow : .max, from: &choices)
        return UInt128(high) << 64 | UInt128(low)
    }

    private static func drawWord(
        upTo bound: UInt64, from choices: inout Choices
    ) throws(Rejection) -> UInt64 {
        try choices.draw(upTo: bound) { Sampling.distance(upTo: bound, using: &$0) }
    }
}
