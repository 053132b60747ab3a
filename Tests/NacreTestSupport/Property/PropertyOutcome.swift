/// The result of the search for a counterexample.
package enum PropertyOutcome<Value> {
    /// All cases have the property.
    case passed(runs: Int)

    /// A case does not. `original` is the case drawn from the seed, `minimal` is the case after
    /// shrinking.
    case failed(
        seed: UInt64, original: Counterexample<Value>, minimal: Counterexample<Value>,
        attempts: Int)

    /// Too few cases could be used: the filters of the generator or the assumptions of the check
    /// leave too little.
    case gaveUp(runs: Int, rejections: Int)
}

extension PropertyOutcome {
    /// The minimal counterexample, if there is one.
    package var counterexample: Value? {
        guard case .failed(_, _, let minimal, _) = self else { return nil }
        return minimal.value
    }

    /// Returns the report of any result except success: the failed property, the value, and the
    /// command that repeats it.
    package func message(property name: String, filter: String) -> String? {
        switch self {
        case .passed:
            return nil
        case .failed(let seed, let original, let minimal, let attempts):
            return """
                Property "\(name)" does not hold for \(Printed(minimal.value))
                Error: \(minimal.error)
                Shrunk in \(attempts) attempts, \(original.choices.record.count) choices to \
                \(minimal.choices.record.count). To repeat:
                \(Reproduction.line(seed: seed, filter: filter))
                """
        case .gaveUp(let runs, let rejections):
            return """
                Property "\(name)" was checked \(runs) times only: \(rejections) cases were \
                rejected. Make the right values instead of filtering for them.
                """
        }
    }
}
