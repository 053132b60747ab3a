import Foundation

/// The duration of a piece of work.
struct Lap {
    /// The elapsed time, in seconds.
    let wall: Double
    /// The processor time of this process, all its threads together, in seconds: it is hardly
    /// affected by other processes on the machine, or by waiting for the disk.
    let cpu: Double

    init(of body: () throws -> Void) rethrows {
        let before = clock()
        let (seconds, attoseconds) = try ContinuousClock().measure(body).components
        cpu = Double(clock() - before) / Double(CLOCKS_PER_SEC)
        wall = Double(seconds) + Double(attoseconds) / 1e18
    }

    /// Uses a result, so that the compiler cannot omit its computation.
    @inline(never)
    static func use(_ digest: UInt64) {
        withExtendedLifetime(digest) {}
    }
}
