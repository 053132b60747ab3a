/// Searches a text for a compiled pattern. It follows all paths through the program at the same
/// time, character by character, and joins paths that meet at a step. So the time is at most
/// proportional to the number of steps times the number of characters, and the memory to the number
/// of steps, for any pattern and any text.
///
/// Based on Rob Pike's matcher (in the editor sam) and Russ Cox, "Regular Expression Matching Can
/// Be Simple And Fast" (2007). It only tells whether there is a match, not where, so paths need
/// neither an order nor group bounds. Most patterns are small enough for ``PatternAutomaton``,
/// which does the same with the bits of a word.
struct PatternMatcher {
    private let program: PatternProgram
    /// The number of the last place in the text at which a path reached each step.
    private var seen: [Int]
    /// The steps that still have to be followed at the current place.
    private var waiting: [Int] = []
    /// The steps that consume the next character.
    private var consuming: [Int] = []

    private init(_ program: PatternProgram) {
        self.program = program
        seen = [Int](repeating: 0, count: program.steps.count)
        waiting.reserveCapacity(program.steps.count)
        consuming.reserveCapacity(program.steps.count)
    }

    /// Returns whether a pattern matches anywhere in a text.
    static func matches(
        _ program: PatternProgram, _ symbols: some IteratorProtocol<PatternSymbol>
    ) -> Bool {
        var matcher = PatternMatcher(program)
        return matcher.matches(symbols)
    }

    private mutating func matches(_ symbols: some IteratorProtocol<PatternSymbol>) -> Bool {
        var symbols = symbols
        var before = PatternNeighbour.none
        // The place before the first character is number 1.
        var place = 1
        while true {
            let symbol = symbols.next()
            let after = symbol?.neighbour ?? .none
            if place == 1 || !program.isAnchored { wait(at: 0, place) }
            if follow(place, before, after) { return true }
            guard let symbol, !(program.isAnchored && consuming.isEmpty) else { return false }
            place += 1
            consume(symbol, before: place)
            before = after
        }
    }

    /// Follows all paths up to the steps that consume.
    /// - Returns: true if a path reaches the end of the pattern.
    private mutating func follow(
        _ place: Int, _ before: PatternNeighbour, _ after: PatternNeighbour
    ) -> Bool {
        while let step = waiting.popLast() {
            switch program.steps[step] {
            case .consume: consuming.append(step)
            case .jump(let distance): wait(at: step + distance, place)
            case .split(let first, let second):
                wait(at: step + second, place)
                wait(at: step + first, place)
            case .assert(let assertion):
                if assertion.holds(between: before, and: after) { wait(at: step + 1, place) }
            case .match: return true
            }
        }
        return false
    }

    private mutating func consume(_ symbol: PatternSymbol, before place: Int) {
        for step in consuming {
            if case .consume(let set) = program.steps[step], symbol.isIn(set, of: program) {
                wait(at: step + 1, place)
            }
        }
        consuming.removeAll(keepingCapacity: true)
    }

    private mutating func wait(at step: Int, _ place: Int) {
        guard seen[step] != place else { return }
        seen[step] = place
        waiting.append(step)
    }
}
