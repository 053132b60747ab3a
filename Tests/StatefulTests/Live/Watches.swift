#if Macros
    import NacreTestSupport
    import Observation
    import Synchronization

    /// An observable property of a live object.
    struct Watched: Hashable, Sendable {
        let object: World.Name
        let property: String
    }

    /// The observers of live objects during a step, each of one property.
    final class Watches: Sendable {
        private let told = Mutex<Set<Watched>>([])
        private let all = Mutex<Set<Watched>>([])

        func watch(_ watched: Watched, _ read: () -> Void) {
            all.withLock { _ = $0.insert(watched) }
            withObservationTracking(read) { [self] in
                told.withLock { _ = $0.insert(watched) }
            }
        }

        /// - Parameter changed: The changed properties, observed or not.
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
