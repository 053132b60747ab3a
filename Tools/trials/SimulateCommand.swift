internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Power cuts and failures on a simulated disk.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Cuts the power of a simulated disk at every change, and checks what is left.")

    @Option(help: "Ends after so many seconds.")
    var seconds = 180.0

    @Option(help: "How many threads work.")
    var threads = 2

    @Option(help: "A range of seeds, as 0..<1000. Without it, seeds until the time is over.")
    var seeds: SeedRange?

    @Option(help: "One seed, as a failure names it.")
    var seed: UInt64?

    @Option(help: "A file to go on from, and to keep what was done in.")
    var resume: String?

    func run() throws {
        if let seed {
            report(try Simulation(seed: seed).run().line)
            return
        }
        var progress = try resume.map { try Progress(contentsOf: $0) } ?? Progress()
        let before = progress.figures
        let range = seeds?.range ?? progress.next..<UInt64.max
        let begun = Date()
        let work = SeedWork(
            range, skipping: progress.finished, until: begun.addingTimeInterval(seconds))
        let outcome = work.run(threads: threads) { seed throws(SimulationFailure) in
            try Simulation(seed: seed).run()
        }
        progress.add(outcome.finished, outcome.figures)
        if let resume { try progress.write(to: resume) }
        var line = progress.figures.line
        let images = progress.figures.images - before.images
        let elapsed = Date().timeIntervalSince(begun)
        line += "; \(Int(Double(images) / elapsed)) images/s on \(threads) threads"
        report(line)
        if let failure = outcome.failure {
            report("FAILED: \(failure)")
            report("Reproduce: trials simulate --seed \(failure.seed)")
            throw ExitCode.failure
        }
    }
}

/// A half-open range of seeds on the command line.
struct SeedRange: ExpressibleByArgument {
    let range: Range<UInt64>

    init?(argument: String) {
        let bounds = argument.split(separator: "..<").compactMap { UInt64($0) }
        guard bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
        range = bounds[0]..<bounds[1]
    }
}
