internal import ArgumentParser

@main
struct NacreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nacre", abstract: "Works on Nacre stores.",
        subcommands: [ImportCommand.self, DumpCommand.self, LoadCommand.self])
}
