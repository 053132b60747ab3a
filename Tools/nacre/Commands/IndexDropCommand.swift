internal import ArgumentParser
internal import NacreEngine

/// `nacre index drop`: drops an index, and no objects.
struct IndexDropCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Drops an index.",
        discussion: "Once a unique index is dropped, objects may have the same values.")

    @OptionGroup var arguments: IndexArguments

    func run() throws {
        let database = try StoreAccess.write(arguments.store)
        let index = try SelectedIndex(arguments, in: database.snapshot())
        if index.isOfID {
            throw CommandFailure(
                .usage, "The index of the id cannot be dropped: objects are found by it.")
        }
        guard index.isThere else {
            throw CommandFailure(
                .usage,
                "The store does not have \(index.text). 'nacre index list' shows all indexes.")
        }
        try database.performChanges(author: arguments.author) { try index.drop(from: $0) }
        try database.close()
        let output = Output.standard()
        try output.line("dropped \(TerminalText.escaped(index.text))")
        try output.flush()
        StandardError.write(
            TerminalText.escaped(
                "nacre: A program whose type for \(arguments.entity) declares the index adds it"
                    + " again when it opens the store."))
    }
}
