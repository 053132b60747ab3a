import ArgumentParser
import Foundation

/// Measures all requested rows and peers, each in a process of its own.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Measure all rows with all peers (the default command).")

    @Option(help: "The number of cities.")
    var n = 1_000_000

    @Option(help: "The number of turns of each peer for a row; the fastest turn counts.")
    var rounds = 3

    @Option(help: "The number of measurements in a turn; the median counts.")
    var repetitions = 5

    @Option(help: "The minimum duration of a measurement, in seconds.")
    var seconds = 0.2

    @Option(help: "The rows to measure, such as W4,W5 (default: all).", transform: RunCommand.words)
    var workloads: [String] = []

    @Option(
        help: "The peers to measure, such as nacre,sqlite (default: all).",
        transform: RunCommand.words)
    var peers: [String] = []

    @Option(help: "A file for all measurements, one JSON object per line.")
    var json: String?

    @Option(help: "A file for a picture of the ratios.")
    var svg: String?

    @Option(help: "The folder for the stores, kept for another run (default: a temporary folder).")
    var directory: String?

    @Option(help: "The clock: wall, or cpu on a busy machine, which does not count disk waits.")
    var clock = ClockKind.wall

    @Flag(help: "Use 10,000 cities and short turns, only to check that everything works.")
    var smoke = false

    func run() throws {
        let root = directory ?? NSTemporaryDirectory() + "nacre-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { if directory == nil { try? FileManager.default.removeItem(atPath: root) } }

        let workloads = try chosenWorkloads()
        let peers = try chosenPeers()
        var settings = Settings(cities: Cities(count: smoke ? 10_000 : n), directory: root)
        settings.repetitions = smoke ? 1 : repetitions
        settings.seconds = smoke ? 0.02 : seconds
        let runner = Runner(
            peers: peers, workloads: workloads, rounds: smoke ? 1 : rounds, settings: settings,
            workspace: Workspace(root: root), json: try json.map(JSONLines.init(path:)),
            clock: clock)
        let results = try runner.run()
        print("N = \(Table.number(Double(settings.cities.count))) cities.", terminator: " ")
        print("The targets are set for 1,000,000.\n")
        let table = Table(peers: peers, workloads: workloads, results: results, clock: clock)
        print(table.text)
        if let svg {
            let picture = Picture(
                peers: peers, workloads: workloads, results: results, clock: clock)
            try Data(picture.text.utf8).write(to: URL(filePath: svg))
        }
    }

    func validate() throws {
        guard n > 0, rounds > 0, repetitions > 0, seconds > 0 else {
            throw ValidationError("Numbers must be greater than 0.")
        }
        _ = try chosenWorkloads()
        _ = try chosenPeers()
    }

    private func chosenWorkloads() throws -> [any Workload] {
        if workloads.isEmpty { return Workloads.all }
        return try workloads.map { name in
            guard let workload = Workloads.named(name) else {
                let names = Workloads.all.map(\.row.name).joined(separator: ", ")
                throw ValidationError("There is no row '\(name)'. There are: \(names).")
            }
            return workload
        }
    }

    private func chosenPeers() throws -> [PeerName] {
        if peers.isEmpty { return PeerName.allCases }
        return try peers.map { name in
            guard let peer = PeerName(rawValue: name) else {
                let names = PeerName.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("There is no peer '\(name)'. There are: \(names).")
            }
            return peer
        }
    }

    /// Splits a text at commas.
    private static func words(_ text: String) -> [String] {
        text.split(separator: ",").map(String.init)
    }
}
