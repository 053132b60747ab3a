internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport
internal import Synchronization

/// Damages files: cuts them, flips their bits, and adds, removes and moves bytes.
struct DamageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "damage",
        abstract: "Cuts a store of 64 KB at every byte, flips every bit of it, and has every byte"
            + " inserted, lost and moved, and a sector lost.")

    @Option(help: "Only every so many damages: a prime number, so that all bits have their turn.")
    var every = 1

    @Option(help: "How many threads work.")
    var threads = 2

    @Option(help: "One damage, as a failure names it.")
    var only: Int?

    func run() throws {
        for isClosed in [true, false] {
            let sweep = try DamageSweep(isClosed: isClosed)
            let outcomes = Mutex<[DamageSweep.Outcome: Int]>([:])
            let count = only == nil ? sweep.count / every : 1
            let (first, step) = (only ?? 0, every)
            let work = SeedWork(0..<UInt64(count), until: .distantFuture)
            let outcome = work.run(threads: threads) { index throws(SimulationFailure) in
                let outcome = try sweep.run(first + Int(index) * step)
                outcomes.withLock { $0[outcome, default: 0] += 1 }
                return SimulationFigures()
            }
            let numbers = outcomes.withLock { outcomes in
                DamageSweep.Outcome.allCases.map { "\(outcomes[$0] ?? 0) \($0.rawValue)" }
            }
            report(
                "\(isClosed ? "closed" : "killed"): \(sweep.size) bytes, \(count) damages:"
                    + " \(numbers.joined(separator: ", "))")
            if let failure = outcome.failure {
                report("FAILED: \(failure)\nReproduce: trials damage --only \(failure.seed)")
                throw ExitCode.failure
            }
        }
    }
}
