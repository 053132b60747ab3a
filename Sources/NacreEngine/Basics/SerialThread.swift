internal import Synchronization

/// Runs closures one after another on a thread that exists only while there are any.
final class SerialThread: Sendable {
    private let maker: ThreadMaker
    private let state = Mutex(State())

    private struct State {
        var waiting: [ThreadMaker.Body] = []
        var isRunning = false
    }

    init(_ maker: ThreadMaker) { self.maker = maker }

    /// Runs a closure after those already waiting, without waiting for it.
    /// - Returns: false if no thread is available. The closure is then not run.
    func run(_ body: @escaping ThreadMaker.Body) -> Bool {
        state.withLock { state in
            if !state.isRunning {
                state.isRunning = maker.start(inBackground: true) { [self] in runAll() }
            }
            if state.isRunning { state.waiting.append(body) }
            return state.isRunning
        }
    }

    private func runAll() {
        while let body = next() { body() }
    }

    private func next() -> ThreadMaker.Body? {
        state.withLock { state in
            state.isRunning = !state.waiting.isEmpty
            return state.isRunning ? state.waiting.removeFirst() : nil
        }
    }
}
