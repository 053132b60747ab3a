import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The turns of reads on the processors.
@Suite struct ProcessorTurnsTests {
    /// The outcomes of waiting reads, in the order in which they were told.
    private final class Outcomes: Sendable {
        private let outcomes = Mutex<[String]>([])

        var all: [String] { outcomes.withLock { $0 } }

        func add(_ name: String) -> @Sendable (Result<Void, StoreError>) -> Void {
            { result in
                let text: String
                do throws(StoreError) {
                    try result.get()
                    text = name
                } catch {
                    text = "\(name) \(error.code)"
                }
                self.outcomes.withLock { $0.append(text) }
            }
        }
    }

    /// Returns the number of free turns, which stay free.
    private func free(_ turns: ProcessorTurns) -> Int {
        var count = 0
        while turns.takeFree() { count += 1 }
        for _ in 0..<count { turns.giveBack() }
        return count
    }

    @Test func `turns go to the reads that have waited longest`() {
        let turns = ProcessorTurns(count: 2)
        let outcomes = Outcomes()
        #expect(turns.takeOrWait(outcomes.add("a")) == nil)
        #expect(turns.takeFree())
        #expect(!turns.takeFree() && !turns.isAwaited)
        #expect(turns.takeOrWait(outcomes.add("b")) != nil)
        #expect(turns.takeOrWait(outcomes.add("c")) != nil)
        #expect(turns.isAwaited && turns.waiters == 2 && outcomes.all == [])
        turns.giveBack()
        #expect(outcomes.all == ["b"] && turns.waiters == 1)
        // The turn went from one read to the next.
        #expect(!turns.takeFree())
        turns.giveBack()
        #expect(outcomes.all == ["b", "c"] && !turns.isAwaited)
        turns.giveBack()
        turns.giveBack()
        #expect(free(turns) == 2)
    }

    @Test func `waiting that is ended takes no turn, and a turn that was taken is not ended`() {
        let turns = ProcessorTurns(count: 1)
        let outcomes = Outcomes()
        #expect(turns.takeFree())
        let first = turns.takeOrWait(outcomes.add("a"))
        let second = turns.takeOrWait(outcomes.add("b"))
        if let first { turns.endWaiting(first, with: ReadLimit.cancelled) }
        #expect(outcomes.all == ["a cancelled"] && turns.waiters == 1)
        turns.giveBack()
        if let second { turns.endWaiting(second, with: ReadLimit.cancelled) }
        #expect(outcomes.all == ["a cancelled", "b"])
        turns.giveBack()
        #expect(free(turns) == 1)
    }

    @Test func `turns that are given back too often do not become more`() {
        let turns = ProcessorTurns(count: 1)
        turns.giveBack()
        #expect(free(turns) == 1)
    }

    @Test func `lanes take free turns only, and give all of them back`() {
        let turns = ProcessorTurns(count: 4)
        let lanes = Lanes(pieces: 1000, within: nil, processors: turns)
        for _ in 0..<4 { #expect(turns.takeFree()) }
        #expect(lanes.numbers() == [0])
        for _ in 0..<4 { turns.giveBack() }
        for _ in 0..<100 { _ = lanes.numbers() }
        #expect(free(turns) == 4)
    }

    @Test func `lanes that leave to a waiting read lose no piece`() {
        let turns = ProcessorTurns(count: 2)
        let lanes = Lanes(pieces: 5000, within: nil, processors: turns)
        for round in 0..<50 {
            let outcomes = Outcomes()
            let isWaiting = Mutex(false)
            let taken = Mutex(0)
            let parts = lanes.collect { lane in
                var pieces: [Int] = []
                while let piece = lane.takePiece() {
                    pieces.append(piece)
                    // Whichever lane comes here first.
                    let isFirst = isWaiting.withLock { isWaiting in
                        defer { isWaiting = isWaiting || piece > 100 }
                        return !isWaiting && piece > 100
                    }
                    guard isFirst else { continue }
                    while turns.takeOrWait(outcomes.add("\(round)")) == nil {
                        taken.withLock { $0 += 1 }
                    }
                }
                return pieces
            }
            #expect(parts.flatMap(\.self).sorted() == Array(0..<5000))
            for _ in 0..<taken.withLock({ $0 }) { turns.giveBack() }
            #expect(outcomes.all == ["\(round)"])
            turns.giveBack()
            #expect(free(turns) == 2)
        }
    }

    @Test func `turns are shared while two are taken or a read waits`() {
        let turns = ProcessorTurns(count: 2)
        #expect(!turns.isShared)
        #expect(turns.takeFree() && !turns.isShared)
        #expect(turns.takeFree() && turns.isShared)
        turns.giveBack()
        #expect(!turns.isShared)
        turns.giveBack()
        let single = ProcessorTurns(count: 1)
        #expect(single.takeFree() && !single.isShared)
        #expect(single.takeOrWait { _ in } != nil && single.isShared)
    }

    @Test func `a limit on processors is kept`() {
        let limit = ReadLimit(deadline: nil, processors: 1)
        let lanes = Lanes(pieces: 1000, within: limit, processors: ProcessorTurns(count: 4))
        #expect(lanes.numbers() == [0])
    }
}

extension Lanes {
    /// Runs the lanes.
    /// - Returns: The numbers of those that took part, ascending.
    fileprivate func numbers() -> [Int] {
        let found = Mutex<Set<Int>>([])
        run { lane in
            let number = lane.number
            while lane.takePiece() != nil { found.withLock { _ = $0.insert(number) } }
        }
        return found.withLock { $0.sorted() }
    }
}
