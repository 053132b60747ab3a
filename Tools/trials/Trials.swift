internal import ArgumentParser

/// Trials of the storage engine that take longer than tests may.
@main
struct Trials: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trials",
        abstract: "Tries the storage engine: power cuts, failing disks, damaged files.",
        subcommands: [SimulateCommand.self, MutationsCommand.self])
}
