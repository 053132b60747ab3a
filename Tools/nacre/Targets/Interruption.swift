internal import Foundation
internal import Synchronization

/// Ends the tool at SIGINT, SIGTERM or SIGHUP without leaving anything half made: files and stores
/// that are not complete are removed first. A second signal ends it at once.
///
/// A thread of its own waits for the signals, so cleaning up is ordinary code: a signal handler
/// could hardly do anything.
enum Interruption {
    private struct State {
        var cleanups: [@Sendable () -> Void] = []
        var isEnding = false
    }

    private static let state = Mutex(State())
    /// Those that end the tool.
    private static let signals = handledSignals()

    /// Begins to wait for signals. Called before any other thread is made: each inherits that it
    /// leaves the signals to the one that waits.
    static func begin() {
        // A file beyond the process's limit is an error of the call then, which is told.
        _ = signal(SIGXFSZ, SIG_IGN)
        var signals = signals
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let result = unsafe pthread_create(
            &thread, nil,
            { _ in
                Interruption.waitForSignal()
                return nil
            }, nil)
        // Without a thread a signal ends the tool as it ends any process.
        if result != 0 { _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    /// Those that whoever started the tool does not want ignored: `nohup` does.
    private static func handledSignals() -> sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let former = signal(number, SIG_DFL)
            if unsafe unsafeBitCast(former, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
            {
                _ = signal(number, SIG_IGN)
            } else {
                unsafe sigaddset(&signals, number)
            }
        }
        return signals
    }

    /// Makes something that has to be removed when a signal ends the tool: one that comes meanwhile
    /// waits until it is made.
    /// - Parameters:
    ///   - make: must be quick, and make nothing else by this function.
    ///   - cleanup: may come at any time from then on, also when there is nothing left to do.
    static func making<Made: Sendable, Failure: Error>(
        _ make: () throws(Failure) -> Made, cleanup: @escaping @Sendable (Made) -> Void
    ) throws(Failure) -> Made {
        let outcome = state.withLock { state -> Result<Made, Failure>? in
            if state.isEnding { return nil }
            let outcome = Result(catching: make)
            if case .success(let made) = outcome { state.cleanups.append { cleanup(made) } }
            return outcome
        }
        guard let outcome else { waitForEnd() }
        return try outcome.get()
    }

    private static func waitForSignal() {
        var signals = signals
        var number: CInt = 0
        while unsafe sigwait(&signals, &number) != 0 {}
        // From here on the next one ends the process.
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        let cleanups = state.withLock { state in
            state.isEnding = true
            return state.cleanups
        }
        for cleanup in cleanups.reversed() { cleanup() }
        // The signal, and not an exit code: a shell ends its script after the one only.
        _ = kill(getpid(), number)
        waitForEnd()
    }

    /// Lets a signal end the tool if one has come: what fails now fails because of it.
    static func waitIfEnding() {
        if state.withLock({ $0.isEnding }) { waitForEnd() }
    }

    private static func waitForEnd() -> Never {
        while true { _ = sleep(1) }
    }
}
