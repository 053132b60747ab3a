import ArgumentParser
import Foundation

/// Makes one measurement in this process. The other command starts it.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure one row with one peer in this process and print a line of JSON.")

    @Option(help: "The peer to measure.")
    var peer: PeerName

    @Option(help: "The row to measure, such as W4.")
    var workload: String

    @Option(help: "The number of cities.")
    var n: Int

    @Option(help: "The peer's store. W1 creates it, and the other rows need it.")
    var directory: String

    @Option(help: "The number of the round, which is written to the result.")
    var round = 1

    @Option(help: "The number of measurements; the median counts.")
    var repetitions = 5

    @Option(help: "The minimum duration of a measurement, in seconds.")
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
