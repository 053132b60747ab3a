internal import ArgumentParser
internal import NacreEngine

/// `nacre mark`: gives the present state a name, and keeps it.
struct MarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Keeps the present state under a name, however old it gets.",
        discussion: "'nacre keep' lists the marks, and --at NAME reads the state of one.")

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The name of the mark.") var name: String
    @Flag(help: "Remove the mark instead, so that its state may be dropped.") var remove = false

    func run() throws {
        let database = try StoreAccess.write(store)
        try database.performChanges { changes in
            if remove { try changes.removeMark(name) } else { try changes.mark(name) }
        }
        try database.close()
    }
}
