package import NacreEngine
internal import Synchronization

extension Environment {
    /// A clock that ticks one millisecond per call, and random numbers that are equal in every run.
    /// - Parameters:
    ///   - after: The timer, by default in real time.
    ///   - threads: The maker of threads, by default that of the system.
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
