import NacreEngine
import NacreTestSupport
import Testing

/// A few seeds of the trials that run for minutes elsewhere: `trials simulate`.
@Suite struct SimulationTests {
    @Test(arguments: UInt64(0)..<12)
    func `a power cut at any moment loses no acknowledged commit`(seed: UInt64) throws {
        let figures = try Simulation(seed: seed).run()
        #expect(figures.distinct > 0)
    }
}
