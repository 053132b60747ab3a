internal import Foundation
internal import NacreTestSupport
internal import Synchronization

/// Seeds, tried one after another on several threads until the seeds or the time are used up, or
/// one fails.
final class SeedWork: Sendable {
    struct Outcome: Sendable {
        var finished: [UInt64] = []
        var figures = SimulationFigures()
        var failure: SimulationFailure?
    }

    private struct State: Sendable {
        var next: UInt64
        var outcome = Outcome()
    }

    private let end: UInt64
    private let skipped: [Range<UInt64>]
    private let deadline: Date
    /// The number of distinct images after which the work ends.
    private let distinct: Int
    private let state: Mutex<State>

    init(
        _ range: Range<UInt64>, skipping skipped: [Range<UInt64>] = [], until deadline: Date,
        distinct: Int = .max
    ) {
        self.distinct = distinct
        end = range.upperBound
        self.skipped = skipped
        self.deadline = deadline
        state = Mutex(State(next: range.lowerBound))
    }

    func run(
        threads: Int,
        _ body: @Sendable (UInt64) throws(SimulationFailure) -> SimulationFigures
    ) -> Outcome {
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while let seed = next() {
                do throws(SimulationFailure) {
                    let figures = try body(seed)
                    state.withLock { state in
                        state.outcome.finished.append(seed)
                        state.outcome.figures += figures
                    }
                } catch {
                    state.withLock { $0.outcome.failure = $0.outcome.failure ?? error }
                }
            }
        }
        return state.withLock { $0.outcome }
    }

    private func next() -> UInt64? {
        guard Date() < deadline else { return nil }
        return state.withLock { state in
            guard state.outcome.failure == nil, state.outcome.figures.distinct < distinct else {
                return nil
            }
            while let range = skipped.first(where: { $0.contains(state.next) }) {
                state.next = range.upperBound
            }
            guard state.next < end else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}
