import NacreEngine
import NacreTestSupport
import Testing

/// Short versions of the trials that run for minutes elsewhere (`trials --help`).
@Suite struct SimulationTests {
    @Test(arguments: UInt64(0)..<3)
    func `a power cut at any moment loses no acknowledged commit`(seed: UInt64) throws {
        let figures = try Simulation(seed: seed, isSmall: true).run()
        #expect(figures.distinct > 50 && figures.inRecovery > 0)
    }

    @Test func `erases, reverts and forks that a power cut interrupts are whole or not there`()
        throws
    {
        var figures = SimulationFigures()
        for seed in [UInt64(4), 11, 12, 259] {
            figures += try Simulation(seed: seed, isSmall: true, goesBack: true).run()
        }
        #expect(figures.inErase > 20 && figures.inRevert > 10 && figures.past > 20)
        #expect(figures.inFork > 20)
    }

    /// A suite that cannot detect a missing sync proves nothing.
    @Test(arguments: [
        SyncMutation.ignored(.commit), .ignored(.manifest), .ignored(.recoveredTail),
        .late(.manifestEntry, after: .removal),
    ])
    func `a sync that is left out is noticed`(mutation: SyncMutation) throws {
        #expect(throws: SimulationFailure.self) {
            for seed in UInt64(0)..<20 {
                _ = try Simulation(seed: seed, mutation: mutation, isSmall: true).run()
            }
        }
    }

    @Test(arguments: DiskFault.Kind.allCases, [false, true])
    func `an error tells whether the change was committed`(
        kind: DiskFault.Kind, isForever: Bool
    ) throws {
        let sweep = ErrorSweep(script: 1)
        for call in stride(from: 0, to: try sweep.callCount(), by: 211) {
            _ = try sweep.run(DiskFault(kind, at: call, isForever: isForever))
        }
    }

    @Test(arguments: [false, true])
    func `damage is refused with its place, or changes nothing`(isClosed: Bool) throws {
        let sweep = try DamageSweep(isClosed: isClosed)
        var outcomes: [DamageSweep.Outcome: Int] = [:]
        for damage in stride(from: 0, to: sweep.count, by: 19_997) {
            outcomes[try sweep.run(damage), default: 0] += 1
        }
        #expect(outcomes[.refused, default: 0] > 10)
    }
}
