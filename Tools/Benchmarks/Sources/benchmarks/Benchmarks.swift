import ArgumentParser

/// Nacre and its peers, on the same data, in one run.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Measures Nacre beside other stores and prints a table in Markdown.",
        subcommands: [
            RunCommand.self, MeasureCommand.self, GrowthCommand.self, PictureCommand.self,
            StatisticsCommand.self, ScenariosCommand.self, ScenarioCommand.self,
            SearchCommand.self, SearchMemoryCommand.self,
        ],
        defaultSubcommand: RunCommand.self)
}
