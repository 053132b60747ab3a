internal import CNacreShims

/// Starts threads and reports if none is available. A user or a container may be limited to a
/// number of threads (`ulimit -u`, `pids.max`). Dispatch would silently wait for a free thread, and
/// its caller would hang.
package struct ThreadMaker: Sendable {
    package typealias Body = @Sendable () -> Void

    private let start: @Sendable (_ isBackground: Bool, _ body: @escaping Body) -> Bool

    /// - Parameter start: A closure with the behavior of ``start(inBackground:_:)``.
    package init(
        _ start: @escaping @Sendable (_ isBackground: Bool, _ body: @escaping Body) -> Bool
    ) {
        self.start = start
    }

    /// Runs a closure on its own thread, which ends with it and may block.
    /// - Parameter inBackground: Whether no caller waits for its work.
    /// - Returns: false if no thread is available. The closure is then not run.
    package func start(inBackground: Bool = false, _ body: @escaping Body) -> Bool {
        start(inBackground, body)
    }

    /// Starts threads of the operating system.
    package static let system = ThreadMaker { isBackground, body in
        // SAFETY: the box is retained for the thread, which takes ownership if it starts.
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
