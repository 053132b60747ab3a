internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Makes calls of the file system fail.
struct ErrorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors",
        abstract: "Makes every call of five scripts fail or be interrupted, once and from then on.")

    @Option(help: "Only every so many calls.")
    var every = 1

    @Option(help: "How many threads work.")
    var threads = 2

    func run() throws {
        var sum = SimulationFigures()
        var runs = 0
        for script in 0..<5 {
            let sweep = ErrorSweep(script: script)
            let calls = try sweep.callCount()
            var faults: [DiskFault] = []
            for call in stride(from: 0, to: calls, by: every) {
                for kind in DiskFault.Kind.allCases {
                    faults.append(DiskFault(kind, at: call))
                    faults.append(DiskFault(kind, at: call, isForever: true))
                }
            }
            let planned = faults
            let work = SeedWork(0..<UInt64(planned.count), until: .distantFuture)
            let outcome = work.run(threads: threads) { index throws(SimulationFailure) in
                try sweep.run(planned[Int(index)])
            }
            sum += outcome.figures
            runs += outcome.finished.count
            report("script \(script): \(calls) calls, \(outcome.finished.count) failures")
            if let failure = outcome.failure {
                report("FAILED: \(failure)")
                throw ExitCode.failure
            }
        }
        report("\(runs) runs; \(sum.line)")
    }
}
