/// The steps of a part of a pattern, entered at the first one and left after the last one.
///
/// The ways to combine them are those of Ken Thompson, "Regular Expression Search Algorithm",
/// Communications of the ACM 11 (1968), in the form with `split` and `jump` of Rob Pike's matcher
/// and of Russ Cox, "Regular Expression Matching: the Virtual Machine Approach" (2009).
struct PatternFragment {
    private(set) var steps: [PatternStep]

    /// - Parameter steps: The steps. An empty array matches the empty text.
    init(_ steps: [PatternStep] = []) { self.steps = steps }

    var count: Int { steps.count }

    /// Extends the fragment to match a second fragment after itself.
    mutating func append(_ next: PatternFragment) { steps += next.steps }

    /// Returns a fragment that matches if any of several fragments matches.
    /// - Parameter alternatives: The fragments, at least one.
    static func alternatives(_ alternatives: [PatternFragment]) -> PatternFragment {
        var made: [PatternStep] = []
        // The number of steps after the current alternative and its jump.
        var left = alternatives.reduce(-2) { $0 + $1.count + 2 }
        for alternative in alternatives.dropLast() {
            left -= alternative.count + 2
            made.append(.split(1, alternative.count + 2))
            made += alternative.steps
            made.append(.jump(left + 1))
        }
        return PatternFragment(made + (alternatives.last?.steps ?? []))
    }

    /// Returns a fragment that matches this one several times in a row.
    ///
    /// A bounded repetition is expanded, as in `a{2,4}`: aa(a(a)?)?
    /// - Parameter most: The maximum number of repetitions. Nil: unlimited.
    func repeated(from least: Int, upTo most: Int?) -> PatternFragment {
        guard count > 0 else { return self }
        var made: [PatternStep] = []
        made.reserveCapacity(repeatedCount(from: least, upTo: most))
        for _ in 0..<least { made += steps }
        if let most {
            for left in stride(from: most - least, to: 0, by: -1) {
                made.append(.split(1, left * (count + 1)))
                made += steps
            }
        } else {
            made.append(.split(1, count + 2))
            made += steps
            made.append(.jump(-count - 1))
        }
        return PatternFragment(made)
    }

    /// Returns the number of steps that ``repeated(from:upTo:)`` makes.
    func repeatedCount(from least: Int, upTo most: Int?) -> Int {
        if count == 0 { return 0 }
        return least * count + (most.map { ($0 - least) * (count + 1) } ?? count + 2)
    }
}
