internal import Synchronization

/// Work in pieces, shared by all processors. Each lane takes the next free piece.
struct Lanes {
    private let pieces: Int
    /// The maximum number of threads, including the caller's.
    private let count: Int
    private let threads: LaneThreads
    /// The turns that all lanes but the first one take; nil if they take none.
    private let processors: ProcessorTurns?

    /// - Parameter isShared: Whether several threads may share the work.
    init(pieces: Int, isShared: Bool = true, threads: LaneThreads = .shared) {
        self.pieces = pieces
        self.threads = threads
        processors = nil
        count = isShared ? max(1, min(POSIXCalls.processorCount, pieces)) : 1
    }

    /// Makes the lanes of a read. They end early if other reads wait for a processor.
    /// - Parameters:
    ///   - isShared: Whether several threads may share the work.
    ///   - limit: The limit of the read; nil if it has none.
    init(
        pieces: Int, isShared: Bool = true, within limit: ReadLimit?,
        processors: ProcessorTurns = .shared
    ) {
        self.pieces = pieces
        threads = .shared
        self.processors = processors
        let most = min(POSIXCalls.processorCount, limit?.processors ?? .max)
        count = isShared ? max(1, min(most, pieces)) : 1
    }

    /// Runs a closure in each lane concurrently. The closure takes pieces until none is left. A
    /// lane is skipped if no thread is available or its thread begins too late. The first lane
    /// always runs.
    ///
    /// - Parameter body: If the work is shared, threads run it concurrently, so everything it uses
    ///   must be thread-safe. The compiler does not check this.
    func run(_ body: (inout Lane) -> Void) {
        let turns = Turns(pieces: pieces)
        if count == 1 {
            var lane = Lane(number: 0, turns)
            return body(&lane)
        }
        threads.run(count) { number in
            guard number > 0, let processors else {
                var lane = Lane(number: number, turns)
                return body(&lane)
            }
            guard processors.takeFree() else { return }
            defer { processors.giveBack() }
            var lane = Lane(number: number, turns, leavingTo: processors)
            body(&lane)
        }
    }

    /// Runs a closure in each lane and collects the results.
    ///
    /// - Returns: The closure's results, by lane.
    /// - Throws: The error of the first piece that failed. Later pieces may not have begun.
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

    /// The outcome of one lane.
    private final class Outcome<Made, Failure>: @unchecked Sendable {
        // SAFETY: only one lane writes it, and it is read after all lanes have ended.
        var made: Made?
        var failure: (piece: Int, error: Failure)?
    }
}

/// One participant in shared work.
struct Lane {
    let number: Int
    private let turns: Turns
    /// The piece that the lane took last.
    private(set) var piece = 0

    /// The turns of which it has one, which it gives back if a read waits for one; nil if it stays
    /// to the end.
    private let processors: ProcessorTurns?

    fileprivate init(number: Int, _ turns: Turns, leavingTo processors: ProcessorTurns? = nil) {
        self.number = number
        self.turns = turns
        self.processors = processors
    }

    /// Returns the number of the next piece, or nil if the lane must end: there is no piece left, a
    /// lane has failed, or another read waits for the processor. The number is greater than that of
    /// any piece taken before.
    mutating func takePiece() -> Int? {
        if processors?.isAwaited == true { return nil }
        guard let next = turns.take() else { return nil }
        piece = next
        return next
    }

    /// Ends the work for all lanes: no more pieces can be taken.
    fileprivate func endAll() { turns.end() }
}

/// The counter from which lanes take pieces.
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
