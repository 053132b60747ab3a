internal import ArgumentParser

/// The arguments of `nacre index add` and `nacre index drop`.
struct IndexArguments: ParsableArguments {
    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String
    @Argument(help: "The attributes, the most important first.") var attributes: [String]
    @Flag(help: "Make the index unique: no two objects may have the same values.")
    var unique = false
    @Option(help: "The author to record with the commit.")
    var author = ""

    func validate() throws {
        if attributes.isEmpty { throw ValidationError("Name the attributes of the index.") }
    }
}
