internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre history`: shows the states that an object has had.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Lists the states that an object has had, newest first.",
        discussion: """
            Each line has the number of the commit, its time, the object's values or 'deleted', \
            and the author and note. The list ends with the oldest state that the store keeps; \
            'nacre keep' shows how long that is.
            """)

    @OptionGroup var object: ObjectArguments
    @Flag(help: "Print a JSON object for each state instead of text for people.") var json = false

    func run() throws {
        let (found, schema) = try object.revisions()
        let output = Output.standard()
        for revision in found.revisions {
            let values = try found.values(of: revision, schema)
            if json {
                try output.json(revision.json(values, schema))
            } else {
                try output.line(revision.line(values.map { schema.text(of: $0) } ?? "deleted"))
            }
        }
        if found.revisions.isEmpty, !json {
            try output.line("The store keeps no state of an object with this id.")
        }
        try output.flush()
    }
}
