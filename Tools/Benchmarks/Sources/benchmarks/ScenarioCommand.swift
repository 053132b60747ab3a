import ArgumentParser
import Foundation

/// Measures one scenario in this process. The other command starts it.
struct ScenarioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Measure one scenario in this process and print lines of JSON.")

    @Argument(help: "The scenario, such as documents.")
    var name: String

    @Option(help: "The share of the usual numbers of objects.")
    var scale = 1.0

    @Option(help: "The number of turns of each peer for a row.")
    var rounds = 5

    @Option(help: "The minimum duration of a turn, in seconds.")
    var seconds = 0.1

    @Option(help: "The folder for the stores.")
    var directory: String

    func run() throws {
        guard let scenario = Scenarios.all(scale: scale).first(where: { $0.name == name }) else {
            throw ValidationError("There is no scenario '\(name)'.")
        }
        let settings = ScenarioSettings(directory: directory, rounds: rounds, seconds: seconds)
        try scenario.measure(settings) {
            FileHandle.standardOutput.write(try JSONLines.line($0))
        }
    }

    func validate() throws {
        guard scale > 0, rounds > 0, seconds > 0 else {
            throw ValidationError("Numbers must be greater than 0.")
        }
    }
}
