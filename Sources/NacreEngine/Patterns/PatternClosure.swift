/// Finds the steps reachable from another step without consuming a character.
struct PatternClosure {
    private let steps: [PatternStep]
    /// The number of the last search that reached each step.
    private var seen: [Int]
    private var search = 0
    private var waiting: [Int] = []

    init(_ steps: [PatternStep]) {
        self.steps = steps
        seen = [Int](repeating: 0, count: steps.count)
    }

    /// Returns the reachable steps that consume or match, and the assertions that do not hold.
    /// - Parameter holds: Returns whether an assertion holds.
    mutating func all(from start: Int, where holds: (PatternAssertion) -> Bool) -> [Int] {
        search += 1
        var found: [Int] = []
        wait(at: start)
        while let step = waiting.popLast() {
            switch steps[step] {
            case .consume, .match: found.append(step)
            case .jump(let distance): wait(at: step + distance)
            case .split(let first, let second):
                wait(at: step + second)
                wait(at: step + first)
            case .assert(let assertion):
                if holds(assertion) { wait(at: step + 1) } else { found.append(step) }
            }
        }
        return found
    }

    private mutating func wait(at step: Int) {
        guard seen[step] != search else { return }
        seen[step] = search
        waiting.append(step)
    }
}
