internal import CNacreShims

/// Starts threads, and reports it if there are none to be had: a user or a container may be limited
/// to a number of them (`ulimit -u`, `pids.max`). Dispatch waits for a free one then, without a
/// word, and its caller hangs.
package struct ThreadMaker: Sendable {
    package typealias Body = @Sendable () -> Void

    private let start: @Sendable (_ isBackground: Bool, _ body: @escaping Body) -> Bool

    /// - Parameter start: as ``start(inBackground:_:)`` does.
    package init(
        _ start: @escaping @Sendable (_ isBackground: Bool, _ body: @escaping Body) -> Bool
    ) {
        self.start = start
    }

    /// Runs a closure on a thread of its own, which ends with it and may block.
    /// - Parameter inBackground: whether nobody waits for its work.
    /// - Returns: false if there is no thread. The closure is not run then.
    package func start(inBackground: Bool = false, _ body: @escaping Body) -> Bool {
        start(inBackground, body)
    }

    /// Threads of the system.
    package static let system = ThreadMaker { isBackground, body in
        // SAFETY: the box is retained for the thread, which takes it over if there is one.
        let box = unsafe Unmanaged.passRetained(Box(body))
        let isStarted = unsafe nacre_start_thread(
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
            }, box.toOpaque(), isBackground ? 1 : 0)
        guard isStarted == 0 else { return true }
        unsafe box.release()
        return false
    }

    private final class Box: Sendable {
        let body: Body
        init(_ body: @escaping Body) { self.body = body }
    }
}
