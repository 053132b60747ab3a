internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre info`: shows the contents of a store and its size.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Shows what is in a store, and how large it is.")

    @Argument(help: "The store's directory.") var store: String
    @Flag(help: "Print one JSON object instead of text for people.") var json = false

    func run() throws {
        let database = try StoreAccess.read(store)
        let report = InfoReport(
            path: store, statistics: try database.statistics(), unclean: database.recovery,
            checkpointProblem: database.checkpointProblem)
        let output = Output.standard()
        if json {
            try output.json(report.json)
        } else {
            try report.write(to: output, widthMax: Terminal.width)
        }
        try output.flush()
    }
}
