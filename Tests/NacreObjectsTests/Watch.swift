#if Macros
    import Observation
    import Synchronization

    /// Observes the properties read in a closure, and records whether a change was reported.
    final class Watch: Sendable {
        private let told = Mutex(false)
        var isTold: Bool { told.withLock { $0 } }

        init<Result>(_ read: () -> Result) {
            withObservationTracking {
                _ = read()
            } onChange: {
                self.told.withLock { $0 = true }
            }
        }
    }
#endif
