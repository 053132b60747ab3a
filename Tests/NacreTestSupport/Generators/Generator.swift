/// A recipe for random values: a function of the choices it draws, and of nothing else.
///
/// When all choices are 0 it makes its simplest value: 0, empty, or the first of several.
package struct Generator<Value>: Sendable {
    package let run: @Sendable (inout Choices) throws(Rejection) -> Value

    package init(_ run: @escaping @Sendable (inout Choices) throws(Rejection) -> Value) {
        self.run = run
    }

    /// Always the same value.
    package static func just(_ value: Value) -> Generator where Value: Sendable {
        Generator { _ throws(Rejection) in value }
    }

    package func map<Result>(
        _ transform: @escaping @Sendable (Value) -> Result
    ) -> Generator<Result> {
        Generator<Result> { choices throws(Rejection) in transform(try run(&choices)) }
    }

    /// Lets a value decide how to go on.
    package func flatMap<Result>(
        _ next: @escaping @Sendable (Value) -> Generator<Result>
    ) -> Generator<Result> {
        Generator<Result> { choices throws(Rejection) in
            try next(try run(&choices)).run(&choices)
        }
    }

    /// Only values that `isIncluded` accepts. Gives the case up after as many refusals as `tries`,
    /// so the values wanted should not be rare: rather make than find them.
    package func filter(
        tries: Int = 50, _ isIncluded: @escaping @Sendable (Value) -> Bool
    ) -> Generator {
        Generator { choices throws(Rejection) in
            var refused: [Range<Int>] = []
            // Noted as a sequence so that shrinking forgets the refused values first.
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

    /// The value that a seed stands for.
    package func value(seed: UInt64) throws(Rejection) -> Value {
        var choices = Choices(seed: seed)
        return try run(&choices)
    }

    /// The value that all choices at 0 stand for.
    package func simplest() throws(Rejection) -> Value {
        var choices = Choices(replaying: [])
        return try run(&choices)
    }
}
