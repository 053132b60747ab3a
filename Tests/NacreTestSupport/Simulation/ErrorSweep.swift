internal import NacreEngine

/// A script of steps in which one call of the file system fails, once or from then on. The error
/// must say what became of the change; then the fault ends, the store is opened again, compared,
/// and goes on.
package struct ErrorSweep: Sendable {
    private let script: Int
    private let seed: UInt64

    package init(script: Int) {
        self.script = script
        seed = 0x5EED + UInt64(script)
    }

    /// How many calls the script makes when none of them fails.
    package func callCount() throws(SimulationFailure) -> Int {
        try run(nil).calls
    }

    /// - Returns: what became of it, in numbers.
    package func run(
        _ fault: DiskFault
    ) throws(SimulationFailure) -> SimulationFigures {
        try run(fault as DiskFault?).figures
    }

    private func run(
        _ fault: DiskFault?
    ) throws(SimulationFailure) -> (calls: Int, figures: SimulationFigures) {
        if TestEnvironment.isTracing, let fault {
            TestEnvironment.trace(
                "script \(script), \(fault.kind) at \(fault.call), forever: \(fault.isForever)")
        }
        let tally = SimulationTally()
        let session = SimulatedSession(
            SimulationPlan(script: script), random: SplitMix64(seed: seed), tally, fault: fault)
        do { try session.run() } catch {
            let place = fault.map { "\($0.kind) at call \($0.call), forever: \($0.isForever): " }
            throw SimulationFailure(
                seed: seed, message: "script \(script), \(place ?? "")\(error)")
        }
        return (session.disk.callCount, tally.figures)
    }
}
