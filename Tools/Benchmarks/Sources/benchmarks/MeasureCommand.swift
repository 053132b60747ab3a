import ArgumentParser
import Foundation

/// Makes one measurement in this process. The other command starts it.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure one row with one peer in this process and print a line of JSON.")

    @Option(help: "Which peer.")
    var peer: PeerName

    @Option(help: "Which row: W4.")
    var workload: String

    @Option(help: "How many cities.")
    var n: Int

    @Option(help: "Where the peer has its store. W1 makes it anew, the other rows need it.")
    var directory: String

    @Option(help: "Stands in the result.")
    var round = 1

    @Option(help: "How often the clock runs; the median counts.")
    var repetitions = 5

    @Option(help: "How long the clock runs each time, at least.")
    var seconds = 0.2

    func run() throws {
        guard let workload = Workloads.named(workload) else {
            throw ValidationError("There is no row '\(workload)'.")
        }
        let settings = Settings(
            cities: Cities(count: n), directory: directory, repetitions: repetitions,
            seconds: seconds, round: round)
        let measurement = try peer.measure(workload, settings)
        FileHandle.standardOutput.write(try JSONLines.line(measurement))
    }

    func validate() throws {
        guard n > 0, repetitions > 0, seconds > 0 else {
            throw ValidationError("Numbers must be greater than 0.")
        }
    }
}
