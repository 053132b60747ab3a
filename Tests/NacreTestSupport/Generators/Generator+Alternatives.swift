/// Generators that pick among alternatives.
extension Generator {
    /// Picks one of the generators, all equally likely. The first is the simplest.
    package static func oneOf(_ alternatives: Generator...) -> Generator {
        oneOf(alternatives)
    }

    package static func oneOf(_ alternatives: [Generator]) -> Generator {
        frequency(alternatives.map { (1, $0) })
    }

    /// Picks one of the generators in proportion to its weight. The first is the simplest, whatever
    /// its weight.
    package static func frequency(_ alternatives: (Int, Generator)...) -> Generator {
        frequency(alternatives)
    }

    package static func frequency(_ alternatives: [(Int, Generator)]) -> Generator {
        let weights = alternatives.map(\.0)
        let generators = alternatives.map(\.1)
        precondition(weights.allSatisfy { $0 >= 0 }, "a weight cannot be negative")
        precondition(weights.contains { $0 > 0 }, "at least one weight must be above zero")
        return Generator { choices throws(Rejection) in
            let index = try choices.draw(upTo: UInt64(generators.count - 1)) {
                UInt64(Sampling.index(weights: weights, using: &$0))
            }
            return try generators[Int(index)].run(&choices)
        }
    }

    /// Picks one of the values, all equally likely. The first is the simplest.
    package static func element(of values: [Value]) -> Generator where Value: Sendable {
        precondition(!values.isEmpty, "there is no element to pick")
        return Generator { choices throws(Rejection) in
            values[Int(try choices.draw(upTo: UInt64(values.count - 1)))]
        }
    }

    /// Picks any case of an enumeration; the first declared is the simplest.
    package static func anyCase() -> Generator where Value: CaseIterable & Sendable {
        element(of: Array(Value.allCases))
    }

    /// Makes nil in one of four cases, and as the simplest value.
    package static func optional<Wrapped>(
        _ wrapped: Generator<Wrapped>
    ) -> Generator where Value == Wrapped? {
        Generator { choices throws(Rejection) in
            let isPresent = try choices.draw(upTo: 1) { $0.oneIn(4) ? 0 : 1 }
            return isPresent == 1 ? try wrapped.run(&choices) : nil
        }
    }
}
