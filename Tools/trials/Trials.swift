import ArgumentParser

/// Trials of the store that are too long for the tests, or need a process or a disk of their own.
@main
struct Trials: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trials",
        abstract: "Puts the storage engine through crashes, power cuts and full disks.",
        subcommands: [KillTrial.self, PowerTrial.self, FullDiskTrial.self, WriterCommand.self])
}
