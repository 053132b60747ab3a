internal import ArgumentParser

/// Trials of the storage engine that take longer than tests may, or need a process or a disk of
/// their own.
@main
struct Trials: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trials",
        abstract: "Tries the storage engine and the tool: power cuts, failing disks, damaged files,"
            + " full disks, signals.",
        subcommands: [
            SimulateCommand.self, MutationsCommand.self, ErrorsCommand.self, DamageCommand.self,
            KillCommand.self, PowerCommand.self, FullDiskCommand.self, WriterCommand.self,
            InterruptCommand.self, LimitsCommand.self,
        ])
}
