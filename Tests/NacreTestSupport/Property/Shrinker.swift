/// Makes a counterexample smaller by editing the choices it was made of, as long as the result is
/// simpler and still fails. It knows nothing of values and generators.
///
/// Invariants:
/// 1. `best` fails, and each `best` is simpler than the one before it.
/// 2. No more than `attemptsMax` lists of choices are tried.
struct Shrinker<Value> {
    private(set) var best: Counterexample<Value>
    private(set) var attempts = 0

    private let limits: ShrinkLimits
    private let deadline: ContinuousClock.Instant
    private let retry: (inout Choices) -> Counterexample<Value>?

    /// - Parameter retry: Returns the counterexample that these choices make, or nil if they make
    ///   none.
    init(
        from original: Counterexample<Value>, limits: ShrinkLimits,
        retry: @escaping (inout Choices) -> Counterexample<Value>?
    ) {
        best = original
        self.limits = limits
        self.retry = retry
        deadline = ContinuousClock.now + limits.duration
    }

    /// Runs all passes until none of them improves anything. The passes that remove most come
    /// first, so the others have less to examine.
    mutating func run() {
        var before: [UInt64]
        repeat {
            before = best.choices.values
            removeParts()
            zeroChunks()
            lowerEach()
            lowerEqualOnes()
            removeChunks()
            moveToTheRight()
        } while best.choices.values != before && !isExhausted
    }

    var isExhausted: Bool {
        attempts >= limits.attemptsMax || ContinuousClock.now >= deadline
    }

    /// Takes these choices as the best if they make a simpler counterexample.
    mutating func accepts(_ candidate: [UInt64]) -> Bool {
        guard !isExhausted else { return false }
        attempts += 1
        var choices = Choices(replaying: candidate)
        guard let found = retry(&choices), found.isSimpler(than: best) else { return false }
        best = found
        return true
    }

    /// Finds out how far a number can be lowered: to zero, or else by ever smaller powers of two.
    /// If everything above a threshold fails, this ends exactly there, as a binary search does.
    /// Unlike a binary search, it also makes progress if only the even numbers fail.
    mutating func descend(from start: UInt64, _ tries: (inout Shrinker, UInt64) -> Bool) {
        guard start > 0, !tries(&self, 0) else { return }
        var value = start
        var step = UInt64(1) << UInt64(UInt64.bitWidth - 1 - start.leadingZeroBitCount)
        while step > 0, !isExhausted {
            if step < value, tries(&self, value - step) { value -= step }
            step >>= 1
        }
    }
}
