internal import NacreFormat
internal import Synchronization

/// The copies of a store that are being made in this process. Thread-safe.
final class CopiesInWork: Sendable {
    private struct State {
        var copies: [Int: StoreCopy] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// All of them, by path.
    var all: [StoreCopy] {
        state.withLock { $0.copies.values.sorted { $0.path < $1.path } }
    }

    /// A copy that is being made.
    struct Turn {
        fileprivate let copies: CopiesInWork
        fileprivate let number: Int

        /// Notes that the copy is finished, or given up.
        func end() { _ = copies.state.withLock { $0.copies.removeValue(forKey: number) } }
    }

    func begin(_ copy: StoreCopy) -> Turn {
        state.withLock { state in
            state.next += 1
            state.copies[state.next] = copy
            return Turn(copies: self, number: state.next)
        }
    }
}
