internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre revert`: takes a commit back.
struct RevertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revert",
        abstract: "Takes a commit back, as a new commit.",
        discussion: """
            Objects that the commit inserted are deleted, those that it deleted are inserted \
            again, and those that it updated get their former values. Objects that were changed \
            since are conflicts: nothing happens then, unless --skip or --overwrite is given. \
            Hooks and rules of programs do not run.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The number of the commit.") var commit: UInt64
    @OptionGroup var conflicts: ConflictOption

    func run() throws {
        let database = try StoreAccess.write(store)
        let found = try database.performChanges(author: "revert", note: "of \(commit)") { changes in
            try changes.revert(
                database.commit(CommitNumber(commit)), onConflict: conflicts.handling)
        }
        try database.close()
        try conflicts.report(found)
    }
}
