import Foundation

extension Lap {
    /// Measures a piece of work and all work that other threads do for it afterwards. The wait that
    /// shows that they have ended does not count.
    static func untilQuiet(_ body: () throws -> Void) rethrows -> Lap {
        let begun = (processor: clock(), time: ContinuousClock.now)
        try body()
        var last = ContinuousClock.now
        var used = clock()
        while last.duration(to: .now) < pause {
            usleep(1000)
            let now = clock()
            // Looking at the clock takes less.
            if now - used > CLOCKS_PER_SEC / 5000 { last = .now }
            used = now
        }
        let (seconds, attoseconds) = (last - begun.time).components
        return Lap(
            wall: Double(seconds) + Double(attoseconds) / 1e18,
            cpu: Double(used - begun.processor) / Double(CLOCKS_PER_SEC))
    }

    /// The time without work after which no more is expected.
    private static let pause = Duration.milliseconds(200)

    /// The time in seconds by a clock.
    func seconds(_ clock: ClockKind) -> Double { clock == .wall ? wall : cpu }

    /// Returns the sum of two.
    static func + (one: Lap, other: Lap) -> Lap {
        Lap(wall: one.wall + other.wall, cpu: one.cpu + other.cpu)
    }

    /// Returns the time of one of several operations.
    func divided(by operations: Int) -> Lap {
        Lap(wall: wall / Double(operations), cpu: cpu / Double(operations))
    }

    private init(wall: Double, cpu: Double) {
        self.wall = wall
        self.cpu = cpu
    }
}
