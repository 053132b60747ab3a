/// A program with at most 64 consuming steps, in a form that needs only a few word operations per
/// character: each of these steps is a bit, and a set of paths is a word.
///
/// This is the automaton of Victor Glushkov (1961), simulated by bits as in Gonzalo Navarro and
/// Mathieu Raffinot, "Flexible Pattern Matching in Strings" (2002).
struct PatternAutomaton: Sendable {
    static let positionsMax = 64

    /// The paths that consume no character at a place in the text. They depend on the assertions
    /// that hold there.
    private struct Ways: Sendable {
        /// The positions reached from the start of the pattern.
        var fromStart: UInt64 = 0
        /// The positions reached after each position.
        var from: [UInt64] = []
        /// Whether the pattern matches the empty text here.
        var isMatchAtStart = false
        /// The positions after which the pattern can end.
        var matching: UInt64 = 0
    }

    private let program: PatternProgram
    /// The number of each position's character set.
    private let sets: [Int]
    /// The positions that consume each ASCII character.
    private let accepting: [UInt64]
    private let ways: [Ways]
    /// The index of the paths between each pair of neighbours.
    private let wayIndexes: [Int]

    private static func index(_ before: PatternNeighbour, _ after: PatternNeighbour) -> Int {
        before.rawValue * PatternNeighbour.allCases.count + after.rawValue
    }

    /// - Returns: nil if the program is too large.
    init?(_ program: PatternProgram) {
        var positions: [Int] = []
        var sets: [Int] = []
        for (step, kind) in program.steps.enumerated() {
            guard case .consume(let set) = kind else { continue }
            positions.append(step)
            sets.append(set)
        }
        guard positions.count <= Self.positionsMax else { return nil }
        self.program = program
        self.sets = sets
        var accepting = [UInt64](repeating: 0, count: 128)
        for (position, set) in sets.enumerated() {
            let ascii = program.sets[set].ascii
            for byte in 0..<128 where ascii.contains(UInt8(byte)) {
                accepting[byte] |= 1 << UInt64(position)
            }
        }
        self.accepting = accepting
        (ways, wayIndexes) = Self.allWays(program, positions)
    }

    /// Returns the paths between any two neighbours. Pairs of neighbours for which the same
    /// assertions hold share them.
    private static func allWays(
        _ program: PatternProgram, _ positions: [Int]
    ) -> (ways: [Ways], indexes: [Int]) {
        var ways: [Ways] = []
        var indexes: [Int] = []
        var known: [Set<PatternAssertion>: Int] = [:]
        let assertions = Set(
            program.steps.compactMap { step in
                if case .assert(let assertion) = step { assertion } else { nil }
            })
        for before in PatternNeighbour.allCases {
            for after in PatternNeighbour.allCases {
                let holding = assertions.filter { $0.holds(between: before, and: after) }
                let index = known[holding] ?? ways.count
                if index == ways.count {
                    known[holding] = index
                    ways.append(Self.ways(program, positions, holding))
                }
                indexes.append(index)
            }
        }
        return (ways, indexes)
    }

    private static func ways(
        _ program: PatternProgram, _ positions: [Int], _ holding: Set<PatternAssertion>
    ) -> Ways {
        var bits = [UInt64](repeating: 0, count: program.steps.count)
        for (position, step) in positions.enumerated() { bits[step] = 1 << UInt64(position) }
        let end = program.steps.count - 1
        var closure = PatternClosure(program.steps)
        var ways = Ways()
        func reached(from step: Int) -> (positions: UInt64, isMatch: Bool) {
            let steps = closure.all(from: step, where: holding.contains)
            return (steps.reduce(0) { $0 | bits[$1] }, steps.contains(end))
        }
        (ways.fromStart, ways.isMatchAtStart) = reached(from: 0)
        for (position, step) in positions.enumerated() {
            let (next, isMatch) = reached(from: step + 1)
            ways.from.append(next)
            if isMatch { ways.matching |= 1 << UInt64(position) }
        }
        return ways
    }

    /// Returns whether the pattern matches anywhere in a text.
    func matches(_ symbols: some IteratorProtocol<PatternSymbol>) -> Bool {
        var symbols = symbols
        var before = PatternNeighbour.none
        // The positions that consumed the last character.
        var reached: UInt64 = 0
        var isFirst = true
        while true {
            let symbol = symbols.next()
            var index = 0
            if program.hasAssertions {
                let after = symbol?.neighbour ?? .none
                index = wayIndexes[Self.index(before, after)]
                before = after
            }
            if reached & ways[index].matching != 0 || ways[index].isMatchAtStart { return true }
            guard let symbol else { return false }
            if reached == 0, program.isAnchored, !isFirst { return false }
            isFirst = false
            let next = followed(reached, index)
            reached = next & accepted(symbol, of: next)
        }
    }

    /// Returns the positions that can consume the next character.
    @inline(__always)
    private func followed(_ reached: UInt64, _ index: Int) -> UInt64 {
        var next = ways[index].fromStart
        var left = reached
        while left != 0 {
            next |= ways[index].from[left.trailingZeroBitCount]
            left &= left &- 1
        }
        return next
    }

    /// Returns the positions that do consume a character.
    /// - Parameter positions: The candidates. The result may contain others, which the caller
    ///   ignores.
    @inline(__always)
    private func accepted(_ symbol: PatternSymbol, of positions: UInt64) -> UInt64 {
        switch symbol {
        case .ascii(let byte): return accepting[Int(byte)]
        case .other(let character):
            var accepted: UInt64 = 0
            var left = positions
            while left != 0 {
                let position = left.trailingZeroBitCount
                if program.sets[sets[position]].contains(character) {
                    accepted |= 1 << UInt64(position)
                }
                left &= left &- 1
            }
            return accepted
        }
    }
}
