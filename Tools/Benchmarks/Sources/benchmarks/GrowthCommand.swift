import ArgumentParser
import Foundation

/// Shows runs with several numbers of cities side by side.
struct GrowthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Print how costs grow with the number of cities, from --json files of runs.")

    @Argument(help: "Files that `run --json` wrote, with different --n.")
    var files: [String]

    @Option(help: "The peer to show. Can be repeated: --peer nacre --peer sqlite.")
    var peer: [PeerName] = [.nacre]

    @Option(help: "The clock: wall or cpu.")
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
        guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
    }
}
