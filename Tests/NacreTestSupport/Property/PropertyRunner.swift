/// Looks for a counterexample to a property, and shrinks the first one found. It reports nothing:
/// `property` does.
package struct PropertyRunner<Value> {
    package let generator: Generator<Value>
    package var runs: Int
    package var seeds: Seeds
    package var limits = ShrinkLimits()

    /// Receives the seed of each case before it runs.
    package var willRun: (UInt64) -> Void = { _ in }

    package init(_ generator: Generator<Value>, runs: Int, seeds: Seeds = Seeds()) {
        self.generator = generator
        self.runs = runs
        self.seeds = seeds
    }

    package func outcome(of check: (Value) throws -> Void) -> PropertyOutcome<Value> {
        var seeds = seeds
        var done = 0
        var rejections = 0
        // Some rejections are normal; if nearly all cases are rejected, the test tests nothing.
        let rejectionsMax = 10 * runs + 100
        while done < runs {
            let seed = seeds.next()
            willRun(seed)
            var choices = Choices(seed: seed)
            switch trial(on: &choices, check) {
            case .passed:
                done += 1
            case .rejected:
                rejections += 1
                if rejections > rejectionsMax { return .gaveUp(runs: done, rejections: rejections) }
            case .failed(let original):
                return shrunk(original, seed: seed, check)
            }
        }
        return .passed(runs: done)
    }

    private func shrunk(
        _ original: Counterexample<Value>, seed: UInt64, _ check: (Value) throws -> Void
    ) -> PropertyOutcome<Value> {
        withoutActuallyEscaping(check) { check in
            var shrinker = Shrinker(from: original, limits: limits) { choices in
                retrial(of: original, on: &choices, check)
            }
            shrinker.run()
            return .failed(
                seed: seed, original: original, minimal: shrinker.best,
                attempts: shrinker.attempts)
        }
    }

    private enum Trial {
        case passed
        case rejected
        case failed(Counterexample<Value>)
    }

    private func trial(on choices: inout Choices, _ check: (Value) throws -> Void) -> Trial {
        let value: Value
        do {
            value = try generator.run(&choices)
        } catch {
            return .rejected
        }
        do {
            try check(value)
            return .passed
        } catch is Rejection {
            return .rejected
        } catch {
            return .failed(Counterexample(value: value, error: error, choices: choices))
        }
    }

    /// Runs a check on edited choices. A failure with another type of error is another bug:
    /// following it would lose the first.
    private func retrial(
        of original: Counterexample<Value>, on choices: inout Choices,
        _ check: (Value) throws -> Void
    ) -> Counterexample<Value>? {
        guard case .failed(let failure) = trial(on: &choices, check) else { return nil }
        return type(of: failure.error) == type(of: original.error) ? failure : nil
    }
}
