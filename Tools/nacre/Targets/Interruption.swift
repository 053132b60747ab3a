internal import Foundation
internal import Synchronization

/// Ends the tool at SIGINT, SIGTERM or SIGHUP without leaving incomplete results: incomplete files
/// and stores are removed first. A second signal ends the tool at once.
///
/// A dedicated thread waits for the signals, so the cleanup is ordinary code: a signal handler may
/// do very little.
enum Interruption {
    private struct State {
        var cleanups: [@Sendable () -> Void] = []
        var isEnding = false
    }

    private static let state = Mutex(State())
    /// The signals that end the tool.
    private static let signals = handledSignals()

    /// Begins to wait for signals. Must be called before any other thread is made: each thread
    /// inherits the signal mask, which leaves the signals to the waiting thread.
    static func begin() {
        // A file beyond the process's size limit is then an error of the call, which is reported.
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
        // Without the thread, a signal ends the tool as it ends any process.
        if result != 0 { _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    /// Returns the signals that the parent process does not ignore: `nohup` ignores one.
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

    /// Makes something that must be removed if a signal ends the tool. A signal that arrives
    /// meanwhile waits until it is made.
    /// - Parameters:
    ///   - make: Makes it. Must be quick, and must not call this function.
    ///   - cleanup: Removes it. It may be called at any later time, even if nothing is left to do.
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
        // From here on, the next signal ends the process.
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        let cleanups = state.withLock { state in
            state.isEnding = true
            return state.cleanups
        }
        for cleanup in cleanups.reversed() { cleanup() }
        // The process ends by the signal and not by an exit code: only then does a shell end its
        // script.
        _ = kill(getpid(), number)
        waitForEnd()
    }

    /// Lets a signal end the tool if one has arrived: a failure at this time is its consequence.
    static func waitIfEnding() {
        if state.withLock({ $0.isEnding }) { waitForEnd() }
    }

    private static func waitForEnd() -> Never {
        while true { _ = sleep(1) }
    }
}
