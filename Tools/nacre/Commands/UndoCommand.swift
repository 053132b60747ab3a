internal import ArgumentParser
internal import NacreEngine

/// `nacre undo`: takes back the newest commit of an author that still holds.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Takes back the newest commit that still holds.",
        discussion: """
            Again, it takes back the one before. 'nacre undo --redo' makes the last one hold \
            again, unless something else was changed since. Conflicts are treated as by 'nacre \
            revert'.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(help: "Only commits of this author.") var author: String?
    @Flag(help: "Make the commit that was taken back last hold again.") var redo = false
    @OptionGroup var conflicts: ConflictOption

    func run() throws {
        let database = try StoreAccess.write(store)
        let found = try database.undo(author: author, isRedo: redo) { body in
            try database.performChanges(author: author ?? "") { changes in
                try body(changes) { try changes.revert($0, onConflict: conflicts.handling) }
            }
        }
        try database.close()
        guard let found else {
            throw StoreError(
                .noSuchObject, "There is no commit to \(redo ? "redo" : "undo").", file: store)
        }
        let output = Output.standard()
        try output.line("commit \(found.commit) \(redo ? "holds again" : "was taken back")")
        try output.flush()
        try conflicts.report(found.conflicts)
    }
}
