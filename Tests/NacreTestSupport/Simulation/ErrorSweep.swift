internal import NacreEngine

/// Runs a script of steps in which one call of the file system fails, once or from then on. The
/// error must state the outcome of the change. Then the fault ends, and the store is opened again,
/// compared, and continues.
package struct ErrorSweep: Sendable {
    private let script: Int
    private let seed: UInt64

    package init(script: Int) {
        self.script = script
        seed = 0x5EED + UInt64(script)
    }

    /// Returns the number of calls that the script makes without a failure.
    package func callCount() throws(SimulationFailure) -> Int {
        try run(nil).calls
    }

    /// - Returns: The figures of the run.
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
