internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// `nacre bench`: measures this machine with the user's own store.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures reads and commits with the store's own objects.",
        discussion: """
            Measures opening, finding by id, reading all objects, counts and pages by each index, \
            and commits. The commits go to a temporary store in the same directory, which holds \
            copies of some objects and is removed afterwards: no byte of the measured store \
            changes. Each figure is the median of several rounds, and varies from run to run on \
            a busy machine.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(help: "The entity (default: the one with the most objects).") var entity: String?
    @Option(help: "How long to measure each row, in seconds.") var seconds = 0.5
    @Flag(help: "Leave out the commits, so that nothing is written.") var readOnly = false
    @Flag(help: "Print one JSON object per row instead of a table.") var json = false

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds must be more than 0 and at most 3600.")
        }
    }

    func run() throws {
        let stopwatch = Stopwatch(seconds: seconds)
        let rows: [BenchRow]
        do {
            let bar = ProgressBar("Measuring", unit: "rows")
            defer { bar.clear() }
            var benchmark = try StoreBenchmark(store, entity: entity, stopwatch)
            rows = try benchmark.run(writing: !readOnly) { bar.update(done: $0, of: $1) }
        }
        let output = Output.standard()
        try write(rows, to: output)
        try output.flush()
    }

    private func write(_ rows: [BenchRow], to output: Output) throws {
        if json {
            for row in rows { try output.json(row.json) }
            return
        }
        var table = TableWriter(
            [
                TableWriter.Column("operation"), TableWriter.Column("time", isNumber: true),
                TableWriter.Column("per second", isNumber: true),
            ], to: output, widthMax: Terminal.width)
        for row in rows {
            try table.row([row.name, row.time, ByteCount.grouped(row.rate)])
        }
        try table.end()
    }
}
