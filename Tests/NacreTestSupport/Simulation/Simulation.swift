internal import NacreEngine

/// A run of a store through random steps on a simulated disk. The power is cut at every change of
/// the disk, and every resulting store is opened and compared with a model. Everything follows from
/// the seed.
package struct Simulation {
    package let seed: UInt64
    private let mutation: SyncMutation?
    private let isSmall: Bool
    private let goesBack: Bool

    /// The maximum depth of nested power cuts: inside the opening that follows a cut, and once
    /// more.
    static let depthMax = 3

    /// - Parameters:
    ///   - isSmall: Whether the run is short, for tests that do many runs.
    ///   - goesBack: Whether most steps erase, revert or fork.
    package init(
        seed: UInt64, mutation: SyncMutation? = nil, isSmall: Bool = false,
        goesBack: Bool = false
    ) {
        self.goesBack = goesBack
        self.seed = seed
        self.isSmall = isSmall
        self.mutation = mutation
    }

    /// - Throws: ``SimulationFailure``, if something was lost, incomplete, or wrong.
    package func run() throws(SimulationFailure) -> SimulationFigures {
        var random = SplitMix64(seed: seed)
        let plan = SimulationPlan(
            &random, mutation: mutation, isSmall: isSmall, goesBack: goesBack)
        let tally = SimulationTally()
        let session = SimulatedSession(plan, random: SplitMix64(seed: random.next()), tally)
        do { try session.run() } catch {
            let trail = session.trail.suffix(12).joined(separator: ", ")
            throw SimulationFailure(
                seed: seed, message: "\(error) < \(plan.durability), \(trail)")
        }
        tally.figures.seeds = 1
        return tally.figures
    }
}

/// The state shared by all sessions of one seed.
final class SimulationTally {
    var figures = SimulationFigures()
    /// The images seen so far, and the commit that each opens at; nil if it is refused.
    var outcomes: [UInt64: Int?] = [:]
    /// The backups seen so far, and the commit that each opens at; nil if it is reported
    /// unfinished.
    var backups: [UInt64: Int?] = [:]
    /// The forks seen so far, and whether each is there or reported unfinished.
    var forks: [UInt64: Bool] = [:]
}
