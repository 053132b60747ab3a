internal import ArgumentParser
internal import NacreEngine

/// `nacre count`: how many objects pass a filter.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Counts objects.")

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String
    @OptionGroup var filter: FilterOption
    @Flag(help: "Show how the objects would be found instead of their number: by which indexes.")
    var explain = false

    func run() throws {
        let snapshot = try StoreAccess.read(store).snapshot()
        let schema = try snapshot.schema(of: entity)
        let query = Query(
            entity: entity, filter: try filter.filter(schema, snapshot.catalog.finder))
        let output = Output.standard()
        if explain {
            try output.line("\(try snapshot.explain(query, isCounting: true))")
        } else {
            try output.line("\(try snapshot.count(query))")
        }
        try output.flush()
    }
}
