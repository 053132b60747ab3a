import ArgumentParser
import Foundation

/// Measures scenarios beyond the table of cities, each in a process of its own.
struct ScenariosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "Measure documents, wide objects, graphs, stores of older types and others.",
        discussion: """
            Fails if two peers answer differently. Otherwise prints a table in Markdown, the row \
            that is worst for Nacre first.
            """)

    @Option(help: "The scenarios to run (default: all).")
    var only: [String] = []

    @Option(help: "The share of the usual numbers of objects.")
    var scale = 1.0

    @Option(help: "The number of turns of each peer for a row; the median counts.")
    var rounds = 5

    @Option(help: "A file for all measurements, one JSON object per line.")
    var json: String?

    @Option(help: "The folder for the stores, kept for another run (default: a temporary folder).")
    var directory: String?

    @Option(help: "The clock: wall, or cpu on a busy machine, which adds up all threads.")
    var clock = ClockKind.wall

    @Flag(help: "Use few objects and one turn, only to compare the answers.")
    var smoke = false

    func run() throws {
        let root = directory ?? NSTemporaryDirectory() + "nacre-scenarios-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { if directory == nil { try? FileManager.default.removeItem(atPath: root) } }

        let lines = try json.map(JSONLines.init(path:))
        var measurements: [Measurement] = []
        for name in names {
            FileHandle.standardError.write(Data("\(name)\n".utf8))
            let measured = try measure(name, in: root)
            for measurement in measured { try lines?.append(measurement) }
            measurements += measured
        }
        print(ScenarioTable(measurements, clock: clock).text)
    }

    func validate() throws {
        guard scale > 0, rounds > 0 else {
            throw ValidationError("Numbers must be greater than 0.")
        }
        for name in only where !Self.allNames.contains(name) {
            let names = Self.allNames.joined(separator: ", ")
            throw ValidationError("There is no scenario '\(name)'. There are: \(names).")
        }
    }

    private static let allNames = Scenarios.all(scale: 1).map(\.name)

    /// The scenarios to run. A smoke test of the main run has the small writes already.
    private var names: [String] {
        if !only.isEmpty { return only }
        return smoke ? Self.allNames.filter { $0 != "small-writes" } : Self.allNames
    }

    /// Measures one scenario in a process of its own.
    private func measure(_ name: String, in root: String) throws -> [Measurement] {
        let arguments = [
            "scenario", name, "--scale", String(smoke ? 0.002 : scale), "--rounds",
            String(smoke ? 1 : rounds), "--seconds", smoke ? "0.001" : "0.1", "--directory", root,
        ]
        let output = try ChildProcess.output(of: arguments, "the scenario \(name)")
        return try JSONLines.measurements(output)
    }
}
