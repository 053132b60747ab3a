#if Macros
    import NacreTestSupport
    import Observation
    import Synchronization

    /// Something of a live object that can be observed.
    struct Watched: Hashable, Sendable {
        let object: World.Name
        let property: String
    }

    /// Who observes live objects while something is done to them, each one thing.
    final class Watches: Sendable {
        private let told = Mutex<Set<Watched>>([])
        private let all = Mutex<Set<Watched>>([])

        func watch(_ watched: Watched, _ read: () -> Void) {
            all.withLock { _ = $0.insert(watched) }
            withObservationTracking(read) { [self] in
                told.withLock { _ = $0.insert(watched) }
            }
        }

        /// - Parameter changed: what has changed, observed or not.
        func check(_ changed: Set<Watched>) throws {
            let expected = all.withLock { $0.intersection(changed) }
            let told = told.withLock { $0 }
            try require(
                told == expected,
                "told of \(told.subtracting(expected)), and not of \(expected.subtracting(told))")
            if !expected.isEmpty { Outcomes.note("told") }
        }
    }
#endif
