internal import ArgumentParser
internal import NacreEngine

/// The options for objects that were changed since.
struct ConflictOption: ParsableArguments {
    @Flag(help: "Leave objects that were changed since as they are.") var skip = false
    @Flag(help: "Give objects that were changed since their former values, too.")
    var overwrite = false

    func validate() throws {
        if skip, overwrite { throw ValidationError("Choose --skip or --overwrite.") }
    }

    var handling: RevertConflicts { skip ? .skip : overwrite ? .overwrite : .fail }

    /// Lists the conflicts that stopped nothing.
    func report(_ conflicts: [Conflict]) throws {
        let output = Output.standard()
        for conflict in conflicts {
            try output.line(
                TerminalText.escaped("\(conflict)") + (skip ? ": skipped" : ": overwritten"))
        }
        try output.flush()
    }
}
