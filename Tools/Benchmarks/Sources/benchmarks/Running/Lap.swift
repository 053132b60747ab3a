import Foundation

/// How long something took.
struct Lap {
    /// Until it was done, in seconds.
    let wall: Double
    /// Of work by this process, all its threads together, in seconds: what others do on the same
    /// machine hardly counts, and neither does waiting for the disk.
    let cpu: Double

    init(of body: () throws -> Void) rethrows {
        let before = clock()
        let (seconds, attoseconds) = try ContinuousClock().measure(body).components
        cpu = Double(clock() - before) / Double(CLOCKS_PER_SEC)
        wall = Double(seconds) + Double(attoseconds) / 1e18
    }

    /// A result that is used cannot be left out.
    @inline(never)
    static func use(_ digest: UInt64) {
        withExtendedLifetime(digest) {}
    }
}
