internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore

/// `nacre index add`: adds an index over the present objects and all later ones.
struct IndexAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds an index over one or several attributes.",
        discussion: """
            Filters and sorts that begin with its attributes use it. With --unique, no two objects \
            may have the same values of all these attributes. If some do, the command names them \
            and changes nothing.
            """)

    @OptionGroup var arguments: IndexArguments

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let database = try StoreAccess.write(arguments.store)
        let index = try SelectedIndex(arguments, in: database.snapshot())
        let output = Output.standard()
        if index.isThere {
            try output.line("nothing to do: \(TerminalText.escaped(index.text)) is there already")
        } else {
            let count = try add(index, to: database)
            try output.line(
                "added \(TerminalText.escaped(index.text)):"
                    + " \(ByteCount.counted(count, "object")), \(TimeText.text(clock.now - start))")
            StandardError.write(
                TerminalText.escaped(
                    "nacre: A program with a type for \(arguments.entity) drops the index when it"
                        + " opens the store, unless the type declares it: \(index.declaration)"))
        }
        try database.close()
        try output.flush()
    }

    /// - Returns: The number of objects of the entity.
    private func add(_ index: SelectedIndex, to database: Database) throws -> Int {
        let bar = ProgressBar("Indexing")
        defer { bar.clear() }
        let count = try database.snapshot().count(arguments.entity)
        try database.performChanges(author: arguments.author) { changes in
            try index.add(to: changes) { bar.update(done: $0, of: count) }
        }
        return count
    }
}
