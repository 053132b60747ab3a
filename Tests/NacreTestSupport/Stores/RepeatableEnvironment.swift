package import NacreEngine
internal import Synchronization

extension Environment {
    /// A clock that ticks a millisecond a call, and chance that is the same in every run.
    /// - Parameters:
    ///   - after: of real time, unless it is said.
    ///   - threads: those of the system, unless it is said.
    package static func repeatable(
        seed: UInt64 = 1, after: @escaping Timer = inRealTime, threads: ThreadMaker = .system
    ) -> Environment {
        let clock = Mutex<Int64>(1_700_000_000_000_000)
        let random = Mutex(SplitMix64(seed: seed))
        return Environment(
            now: {
                clock.withLock { time in
                    time += 1000
                    return time
                }
            },
            random: { random.withLock { $0.next() } }, after: after, threads: threads)
    }
}
