#if Macros
    import Observation
    import Synchronization

    /// Who has read something while being observed, and whether that was told to have changed.
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
