internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Tests whether the simulated disk and its oracle detect mistakes.
struct MutationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutations",
        abstract: "Leaves out every sync and turns round every order, and has to notice each.")

    @Option(help: "A mistake that is not found in so many seeds counts as not found.")
    var seeds: UInt64 = 2000

    @Option(help: "How many threads work.")
    var threads = 2

    func run() throws {
        var wrong = 0
        for mutation in SyncMutation.all {
            // Harmless mutations are tried with fewer seeds.
            let count = mutation.isHarmless ? max(1, seeds / 40) : seeds
            let work = SeedWork(0..<count, until: .distantFuture)
            let outcome = work.run(threads: threads) { seed throws(SimulationFailure) in
                try Simulation(seed: seed, mutation: mutation).run()
            }
            switch (outcome.failure, mutation.isHarmless) {
            case (let failure?, let isHarmless):
                let message = failure.message.prefix(160)
                report(
                    "\(mutation): \(isHarmless ? "NOT HARMLESS:" : "found by") seed"
                        + " \(failure.seed): \(message)")
                if isHarmless { wrong += 1 }
            case (nil, true): report("\(mutation): harmless in \(count) seeds, as it must be")
            case (nil, false):
                report("\(mutation): NOT FOUND in \(count) seeds")
                wrong += 1
            }
        }
        report("\(SyncMutation.all.count) mistakes, \(wrong) not as expected")
        if wrong > 0 { throw ExitCode.failure }
    }
}
