import ArgumentParser

/// Draws a run again, with rows that were measured in a later one.
struct PictureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture",
        abstract: "Print a picture (SVG) of the ratios, from --json files of runs.",
        discussion: "If several files have a row, that of the last file is used.")

    @Argument(help: "Files that `run --json` wrote, all with the same --n.")
    var files: [String]

    @Option(help: "The clock: wall or cpu.")
    var clock = ClockKind.wall

    func run() throws {
        var rows: [String: [PeerName: Measurement]] = [:]
        for file in files {
            let measurements = try JSONLines.measurements(path: file)
            rows.merge(Dictionary(grouping: measurements, by: \.workload).mapValues(fastest)) {
                $1
            }
        }
        let workloads = Workloads.all.filter { rows[$0.row.name] != nil }
        let picture = Picture(
            peers: PeerName.allCases, workloads: workloads,
            results: workloads.map { rows[$0.row.name] ?? [:] }, clock: clock)
        print(picture.text)
    }

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
    }

    /// Returns the fastest of the rounds of a row, for each peer.
    private func fastest(_ measurements: [Measurement]) -> [PeerName: Measurement] {
        Dictionary(measurements.map { ($0.engine, $0) }) { one, other in
            let times = (one.nanoseconds(clock) ?? .infinity, other.nanoseconds(clock) ?? .infinity)
            return times.0 <= times.1 ? one : other
        }
    }
}
