import ArgumentParser
import Foundation

/// Shows runs with several numbers of cities side by side.
struct GrowthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Print how costs grow with the number of cities, of the --json files of runs.")

    @Argument(help: "What `run --json` wrote, with several --n.")
    var files: [String]

    @Option(help: "Whose. Several: --peer nacre --peer sqlite.")
    var peer: [PeerName] = [.nacre]

    @Option(help: "wall or cpu.")
    var clock = ClockKind.wall

    func run() throws {
        let measurements = try files.flatMap { try JSONLines.measurements(path: $0) }
        let tables = peer.map {
            GrowthTable(
                peer: $0, workloads: Workloads.all, measurements: measurements, clock: clock)
        }
        print(tables.map(\.text).joined(separator: "\n\n"))
    }

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Name a file at least.") }
    }
}
