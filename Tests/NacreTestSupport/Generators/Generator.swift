/// A recipe for random values: a function of only the choices it draws.
///
/// If all choices are 0, it makes its simplest value: 0, empty, or the first of several.
package struct Generator<Value>: Sendable {
    package let run: @Sendable (inout Choices) throws(Rejection) -> Value

    package init(_ run: @escaping @Sendable (inout Choices) throws(Rejection) -> Value) {
        self.run = run
    }

    /// Makes always the same value.
    package static func just(_ value: Value) -> Generator where Value: Sendable {
        Generator { _ throws(Rejection) in value }
    }

    package func map<Result>(
        _ transform: @escaping @Sendable (Value) -> Result
    ) -> Generator<Result> {
        Generator<Result> { choices throws(Rejection) in transform(try run(&choices)) }
    }

    /// Chooses the next generator by a value.
    package func flatMap<Result>(
        _ next: @escaping @Sendable (Value) -> Generator<Result>
    ) -> Generator<Result> {
        Generator<Result> { choices throws(Rejection) in
            try next(try run(&choices)).run(&choices)
        }
    }

    /// Makes only values that `isIncluded` accepts. Gives the case up after `tries` refusals, so
    /// the accepted values should not be rare: it is better to make them than to find them.
    package func filter(
        tries: Int = 50, _ isIncluded: @escaping @Sendable (Value) -> Bool
    ) -> Generator {
        Generator { choices throws(Rejection) in
            var refused: [Range<Int>] = []
            // Noted as a sequence, so that shrinking drops the refused values first.
            defer { choices.noteSequence(refused) }
            for _ in 0..<tries {
                let start = choices.record.count
                let value = try run(&choices)
                if isIncluded(value) { return value }
                refused.append(start..<choices.record.count)
            }
            throw Rejection()
        }
    }

    /// Returns the value for a seed.
    package func value(seed: UInt64) throws(Rejection) -> Value {
        var choices = Choices(seed: seed)
        return try run(&choices)
    }

    /// Returns the value for choices that are all 0.
    package func simplest() throws(Rejection) -> Value {
        var choices = Choices(replaying: [])
        return try run(&choices)
    }
}
