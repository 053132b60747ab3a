internal import Synchronization

/// Work in pieces that all processors take: each of them the next one that nobody has.
struct Lanes {
    private let pieces: Int
    /// How many threads take part at most, with the caller's.
    private let count: Int
    private let threads: LaneThreads

    /// - Parameter isShared: whether the work may be done by several threads.
    init(pieces: Int, isShared: Bool = true, threads: LaneThreads = .shared) {
        self.pieces = pieces
        self.threads = threads
        count = isShared ? max(1, min(POSIXCalls.processorCount, pieces)) : 1
    }

    /// Runs a closure in each lane, at the same time. It takes pieces until there are none. A lane
    /// that finds no thread, or whose thread comes too late, is left out; the first one never is.
    ///
    /// - Parameter body: only where the work may be shared, threads run it beside each other. What
    ///   it uses must be good for that, which the compiler does not check.
    func run(_ body: (inout Lane) -> Void) {
        let turns = Turns(pieces: pieces)
        if count == 1 {
            var lane = Lane(number: 0, turns)
            return body(&lane)
        }
        threads.run(count) { number in
            var lane = Lane(number: number, turns)
            body(&lane)
        }
    }

    /// The same, with what each lane makes.
    ///
    /// - Returns: what the closure makes, by lane.
    /// - Throws: what it threw in the first piece where it did. Later pieces may not have begun.
    func collect<Made, Failure: Error>(
        _ body: (inout Lane) throws(Failure) -> Made
    ) throws(Failure) -> [Made] {
        if count == 1 {
            var lane = Lane(number: 0, Turns(pieces: pieces))
            return [try body(&lane)]
        }
        let outcomes = (0..<count).map { _ in Outcome<Made, Failure>() }
        run { lane in
            do throws(Failure) { outcomes[lane.number].made = try body(&lane) } catch {
                outcomes[lane.number].failure = (lane.piece, error)
                lane.endAll()
            }
        }
        let failures = outcomes.compactMap(\.failure)
        if let first = failures.min(by: { $0.piece < $1.piece }) { throw first.error }
        return outcomes.compactMap(\.made)
    }

    /// What came of one lane.
    private final class Outcome<Made, Failure>: @unchecked Sendable {
        // SAFETY: written by one lane alone, and read when all of them have ended.
        var made: Made?
        var failure: (piece: Int, error: Failure)?
    }
}

/// One of those that share some work.
struct Lane {
    let number: Int
    private let turns: Turns
    /// What it took last.
    private(set) var piece = 0

    fileprivate init(number: Int, _ turns: Turns) {
        self.number = number
        self.turns = turns
    }

    /// The number of the next piece, which is greater than that of any that was taken before; nil
    /// if there is none, or if a lane has failed.
    mutating func takePiece() -> Int? {
        guard let next = turns.take() else { return nil }
        piece = next
        return next
    }

    /// No more pieces, for any lane.
    fileprivate func endAll() { turns.end() }
}

/// Whose turn it is.
private final class Turns: Sendable {
    private let pieces: Int
    private let taken = Atomic(0)

    init(pieces: Int) { self.pieces = pieces }

    func take() -> Int? {
        let piece = taken.add(1, ordering: .relaxed).oldValue
        return piece < pieces ? piece : nil
    }

    func end() { taken.store(pieces, ordering: .relaxed) }
}
