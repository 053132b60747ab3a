internal import ArgumentParser

/// `nacre index`: works with the indexes of a store.
struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Lists, adds and drops indexes.",
        discussion: """
            An index holds no data of its own: adding or dropping one changes no object. If a \
            program has a type for an entity, the type decides about its indexes: when the program \
            opens the store, it adds the indexes that the type declares, and drops all others. \
            Indexes added here stay if only the tool writes to the store.
            """,
        subcommands: [IndexListCommand.self, IndexAddCommand.self, IndexDropCommand.self])
}
