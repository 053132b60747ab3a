internal import ArgumentParser

/// `nacre index`: works with the indexes of a store.
struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Lists, adds and drops indexes.",
        discussion: """
            An index holds no data of its own: it comes and goes without a change to any object. \
            For an entity that a program declares by a type, the type decides: what it does not \
            declare is dropped when the program opens the store, and what it declares is made. \
            Indexes added here stay where only the tool writes to the store.
            """,
        subcommands: [IndexListCommand.self, IndexAddCommand.self, IndexDropCommand.self])
}
