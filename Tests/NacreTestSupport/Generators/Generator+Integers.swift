/// Integers of every fixed width, up to 128 bits.
///
/// They are not evenly distributed: the ends of the range, zero, small numbers and powers of two
/// with their neighbours are far more likely.
extension Generator where Value: FixedWidthInteger & Sendable {
    /// Makes any value of the type.
    package static func integer() -> Generator {
        integer(in: Value.min...Value.max)
    }

    /// Makes a value of the range. The simplest is the one nearest to 0, and positive values are
    /// simpler than negative ones.
    package static func integer(in range: ClosedRange<Value>) -> Generator {
        let origin = Swift.min(Swift.max(0, range.lowerBound), range.upperBound)
        let above = IntegerDistance.between(origin, range.upperBound)
        let below = IntegerDistance.between(range.lowerBound, origin)
        return Generator { choices throws(Rejection) in
            // The sign is a choice of its own, so the distance can be searched by halving without
            // the sign flipping at every other step.
            var isBelow = below > 0
            if isBelow, above > 0 { isBelow = try choices.draw(upTo: 1) == 1 }
            let distance = Value(
                truncatingIfNeeded: try IntegerDistance.draw(
                    upTo: isBelow ? below : above, from: &choices))
            return isBelow ? origin &- distance : origin &+ distance
        }
    }
}

extension Generator where Value == Bool {
    /// Makes a Boolean; false is the simplest.
    package static func bool() -> Generator {
        Generator { choices throws(Rejection) in try choices.draw(upTo: 1) == 1 }
    }
}
