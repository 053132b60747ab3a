internal import Synchronization

/// Runs closures one after another on a thread that is there only while there are some.
final class SerialThread: Sendable {
    private let maker: ThreadMaker
    private let state = Mutex(State())

    private struct State {
        var waiting: [ThreadMaker.Body] = []
        var isRunning = false
    }

    init(_ maker: ThreadMaker) { self.maker = maker }

    /// Runs a closure behind those that wait. Nobody waits for it.
    /// - Returns: false if there is no thread. The closure is not run then.
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
