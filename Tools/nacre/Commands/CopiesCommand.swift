internal import ArgumentParser
internal import NacreEngine

/// `nacre copies`: lists the copies that a store remembers.
struct CopiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copies",
        abstract: "Lists the backups and forks that a program has made of a store it had open.",
        discussion: """
            A store remembers the copies that were made through it while it was open for writing: \
            they may hold objects that were erased since. Those of 'nacre backup' and 'nacre \
            fork' are not among them, since both change no byte of the store. A copy that was \
            moved or removed is marked as missing.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(help: "Forget the copy at this path, as it is listed.") var forget: String?

    func run() throws {
        if let forget {
            let database = try StoreAccess.write(store)
            try database.performChanges { try $0.forgetCopy(at: forget) }
            try database.close()
        }
        let database = try StoreAccess.read(store)
        let output = Output.standard()
        for copy in try database.copies() { try output.line(copy.text) }
        try output.flush()
    }
}
