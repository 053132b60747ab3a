/// A compiled pattern: the steps of a nondeterministic automaton.
struct PatternProgram: Sendable {
    /// Maximum number of steps. Matching takes time for each step and character, and counted
    /// repetitions multiply.
    static let stepsMax = 4096

    let steps: [PatternStep]
    /// The character sets to which the steps refer.
    let sets: [PatternSet]
    let hasAssertions: Bool
    /// Whether a match can begin only at the start of the text.
    let isAnchored: Bool

    /// - Parameter fragment: The whole pattern.
    init(_ fragment: PatternFragment, sets: [PatternSet]) {
        let steps = fragment.steps + [.match]
        self.steps = steps
        self.sets = sets
        hasAssertions = steps.contains { step in
            if case .assert = step { true } else { false }
        }
        var closure = PatternClosure(steps)
        let entries = closure.all(from: 0) { _ in false }
        isAnchored = entries.allSatisfy { steps[$0] == .assert(.textStart) }
    }
}
