internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Runs power cuts and failures on a simulated disk.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Cuts the power of a simulated disk at every change, and checks what is left.",
        discussion: """
            Images are distinct if their digests differ within one seed. Seeds share none: each
            makes a store with an identity of its own, which is in every file, and images without
            any of it are not counted. So the digests of a seed are thrown away behind it, and the
            sums of ranges add up.
            """)

    @Option(help: "Ends after so many seconds: 180, unless seeds or images say when to end.")
    var seconds: Double?

    @Option(help: "Ends when there were so many distinct images, those of the file included.")
    var images: Int?

    @Option(
        help: "Goes on, up to seven minutes longer, until there were so many; fails without them.")
    var atLeast: Int?

    @Option(help: "How many threads work.")
    var threads = 2

    @Option(help: "A range of seeds, as 0..<1000. Without it, seeds from the first untried one on.")
    var seeds: SeedRange?

    @Option(help: "One seed, as a failure names it.")
    var seed: UInt64?

    @Option(help: "A file to go on from, and to keep what was done in: every half minute.")
    var resume: String?

    @Flag(help: "Short runs with few images each, for more different steps in the same time.")
    var small = false

    @Flag(help: "Most steps erase, revert or fork.")
    var goesBack = false

    func run() throws {
        if let seed {
            report(
                try Simulation(seed: seed, isSmall: small, goesBack: goesBack).run().line)
            return
        }
        var progress = try resume.map { try Progress(contentsOf: $0) } ?? Progress()
        let before = progress.figures
        let begun = Date()
        let failure = try work(&progress, since: begun)
        let count = progress.figures.images - before.images
        let rate = Int(Double(count) / Date().timeIntervalSince(begun))
        report("\(progress.figures.line); \(rate) images/s on \(threads) threads")
        report("seeds \(progress.text); images are distinct within a seed, and seeds share none")
        if let failure {
            report("FAILED: \(failure)")
            let flags = (small ? " --small" : "") + (goesBack ? " --goes-back" : "")
            report("Reproduce: trials simulate --seed \(failure.seed)\(flags)")
            throw ExitCode.failure
        }
        if let atLeast, progress.figures.distinct < atLeast {
            report("FAILED: fewer than \(atLeast) distinct images, so that too little was tried")
            throw ExitCode.failure
        }
    }

    /// Tries seeds. If there is a file for it, saves the progress from time to time, so that ending
    /// this process loses little. Otherwise there are no pauses: a thread would wait for the last
    /// seed of the other one.
    private func work(_ progress: inout Progress, since begun: Date) throws -> SimulationFailure? {
        let isBounded = seeds != nil || images != nil
        let end =
            seconds.map { begun.addingTimeInterval($0) }
            ?? (isBounded ? .distantFuture : begun.addingTimeInterval(180))
        while true {
            var wanted = images.map { $0 - progress.figures.distinct } ?? .max
            var until = end
            if Date() >= end {
                wanted = min(wanted, (atLeast ?? 0) - progress.figures.distinct)
                until = end.addingTimeInterval(420)
            }
            let range = seeds?.range ?? 0..<UInt64.max
            guard Date() < until, wanted > 0, !progress.covers(range) else { return nil }
            if resume != nil { until = min(until, Date().addingTimeInterval(30)) }
            let work = SeedWork(
                range, skipping: progress.finished, until: until, distinct: wanted)
            let outcome = work.run(threads: threads) { seed throws(SimulationFailure) in
                try Simulation(seed: seed, isSmall: small, goesBack: goesBack).run()
            }
            progress.add(outcome.finished, outcome.figures)
            if let resume { try progress.write(to: resume) }
            if let failure = outcome.failure { return failure }
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
