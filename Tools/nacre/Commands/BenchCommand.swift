internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre bench`: measures this machine with the user's own store.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures reads and commits with the store's own objects.",
        discussion: """
            Opening, objects by id, all objects, counts and pages by each index, and commits. \
            Commits go to a store that is made in the same directory as this one, with copies of \
            some of its objects, and removed afterwards: no byte of this one changes. Each figure \
            is the middle one of several rounds; another run on a busy machine gives others.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(help: "The entity; without it the one that has the most objects.") var entity: String?
    @Option(help: "How long to measure each row, in seconds.") var seconds = 0.5
    @Flag(help: "Leave out the commits, so that nothing is written.") var readOnly = false
    @Flag(help: "Print one JSON object a row instead of a table.") var json = false

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds is more than 0 and at most 3600.")
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
                TableWriter.Column("what"), TableWriter.Column("time", isNumber: true),
                TableWriter.Column("a second", isNumber: true),
            ], to: output, widthMax: Terminal.width)
        for row in rows {
            try table.row([row.name, row.time, ByteCount.grouped(row.rate)])
        }
        try table.end()
    }
}
