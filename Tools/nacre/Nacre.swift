internal import ArgumentParser

/// The tool `nacre`: its commands, and its single exit path.
@main
struct NacreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nacre",
        abstract: "Works with Nacre stores: embedded, typed object stores, each in a directory.",
        discussion: discussion,
        version: ToolVersion.text,
        subcommands: [
            ImportCommand.self, InfoCommand.self, SchemaCommand.self, FetchCommand.self,
            CountCommand.self, SearchCommand.self, DumpCommand.self, LoadCommand.self,
            VerifyCommand.self,
            LogCommand.self, ShowCommand.self, DiffCommand.self, HistoryCommand.self,
            BlameCommand.self, RevertCommand.self, UndoCommand.self, KeepCommand.self,
            MarkCommand.self, EraseCommand.self, CopiesCommand.self, CompactCommand.self,
            IndexCommand.self, InspectCommand.self, BackupCommand.self, ForkCommand.self,
            SalvageCommand.self, BenchCommand.self,
        ])

    private static let discussion = """
        Examples:
          nacre import atlas.nacre --entity City --id id cities.csv
          nacre info atlas.nacre
          nacre fetch atlas.nacre City --where 'elevation > 1000' --sort -name
          nacre count atlas.nacre City --where 'capital == true'
          nacre search notes.nacre Note 'swift -sql'
          nacre index add atlas.nacre City country population
          nacre verify atlas.nacre
          nacre log atlas.nacre --limit 5
          nacre show atlas.nacre 12
          nacre diff atlas.nacre 12 20
          nacre keep atlas.nacre --days 30
          nacre history atlas.nacre City 3143244
          nacre fetch atlas.nacre City --at 2026-03-01
          nacre dump atlas.nacre > atlas.jsonl
          nacre backup atlas.nacre /backups/atlas.nacre
          nacre fork atlas.nacre attempt.nacre --at 2026-03-01
          nacre salvage damaged.nacre saved.nacre

        info, schema, index list, fetch, count, search, verify, dump, log, show, diff, history, \
        blame, \
        inspect, backup, fork, salvage and bench change no byte of a store. They work on read-only \
        media and, except for salvage, beside a writer. So does copies without --forget.

        Exit codes:
        \(exitCodes)
        """

    private static let exitCodes = ExitStatus.allCases
        .map { status in
            let number = "\(status.rawValue)"
            return String(repeating: " ", count: 5 - number.count) + "\(number)  \(status.meaning)"
        }.joined(separator: "\n")

    static func main() {
        Interruption.begin()
        checkArguments()
        var command: any ParsableCommand
        do { command = try parseAsRoot() } catch { end(parsing: error) }
        do { try command.run() } catch { end(running: error) }
    }

    /// Refuses arguments that are not UTF-8. Converting them to strings would change them, and two
    /// different paths could become equal.
    private static func checkArguments() {
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = unsafe CommandLine.unsafeArgv[place],
                unsafe String(validatingCString: argument) == nil
            else { continue }
            let text = unsafe String(cString: argument)
            StandardError.write(
                "nacre: '\(text)': Argument \(place) is not UTF-8. Rename the file, or reach it by"
                    + " a link whose name is.")
            exit(withError: ExitStatus.usage.code)
        }
    }

    /// Prints requested help, or reports a command line that cannot be parsed.
    private static func end(parsing error: any Error) -> Never {
        let status = exitCode(for: error)
        guard !status.isSuccess else { exit(withError: error) }
        let text = fullMessage(for: error)
        let prefix = "Error: "
        StandardError.write(
            text.hasPrefix(prefix) ? "nacre: \(text.dropFirst(prefix.count))" : text)
        exit(withError: ExitStatus.usage.code)
    }

    private static func end(running error: any Error) -> Never {
        Interruption.waitIfEnding()
        // Help is a command too: its text arrives here as an error with a success status.
        let isHelp = exitCode(for: error).isSuccess
        if isHelp || error is ExitCode { exit(withError: error) }
        if error is ValidationError { end(parsing: error) }
        if let error = error as? OutputError, error.isBrokenPipe {
            exit(withError: ExitStatus.brokenPipe)
        }
        let report = ErrorReport(error)
        if !report.message.isEmpty { StandardError.write("nacre: \(report.message)") }
        exit(withError: report.status.code)
    }
}
