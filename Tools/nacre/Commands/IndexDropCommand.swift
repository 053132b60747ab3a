internal import ArgumentParser
internal import NacreEngine

/// `nacre index drop`: drops an index, and no objects.
struct IndexDropCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Drops an index.",
        discussion: "With --unique, objects may have the same values from then on.")

    @OptionGroup var arguments: IndexArguments

    func run() throws {
        let database = try StoreAccess.write(arguments.store)
        let index = try SelectedIndex(arguments, in: database.snapshot())
        if index.isOfID {
            throw CommandFailure(.usage, "Objects are found by their id, and its index stays.")
        }
        guard index.isThere else {
            throw CommandFailure(
                .usage,
                "There is not \(index.text). 'nacre index list' shows those that there are.")
        }
        try database.performChanges(author: arguments.author) { try index.drop(from: $0) }
        try database.close()
        let output = Output.standard()
        try output.line("dropped \(TerminalText.escaped(index.text))")
        try output.flush()
        StandardError.write(
            TerminalText.escaped(
                "nacre: A program with a type for \(arguments.entity) that declares the index"
                    + " makes it again when it opens the store."))
    }
}
