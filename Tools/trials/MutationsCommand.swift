internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Whether the simulated disk and its oracle would notice.
struct MutationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutations",
        abstract: "Leaves out every sync and turns round every order, and has to notice each.")

    @Option(help: "A mistake that is not found in so many seeds counts as not found.")
    var seeds: UInt64 = 2000

    @Option(help: "How many threads work.")
    var threads = 2

    func run() throws {
        var missed = 0
        for mutation in SyncMutation.all {
            let work = SeedWork(0..<seeds, until: .distantFuture)
            let outcome = work.run(threads: threads) { seed throws(SimulationFailure) in
                try Simulation(seed: seed, mutation: mutation).run()
            }
            if let failure = outcome.failure {
                report("\(mutation): found by seed \(failure.seed): \(failure.message.prefix(200))")
            } else {
                missed += 1
                report("\(mutation): NOT FOUND in \(seeds) seeds")
            }
        }
        report("\(SyncMutation.all.count) mistakes, \(missed) not found")
        if missed > 0 { throw ExitCode.failure }
    }
}
