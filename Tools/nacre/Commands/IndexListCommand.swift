internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre index list`: prints a row for each index.
struct IndexListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows the indexes of one entity, or of all entities.")

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity (default: all entities).") var entity: String?

    func run() throws {
        let schemas = try StoreAccess.read(store).snapshot().schemas(of: entity)
        let output = Output.standard()
        var table = TableWriter(
            [
                TableWriter.Column("entity"), TableWriter.Column("index"),
                TableWriter.Column("kind"),
            ],
            to: output, widthMax: Terminal.width)
        for schema in schemas {
            for (names, kind) in Self.indexes(of: schema) {
                try table.row([schema.name, names.joined(separator: ", "), kind])
            }
        }
        try table.end()
        try output.flush()
        if schemas.isEmpty { StandardError.write("nacre: The store has no entities yet.") }
    }

    private static func indexes(of schema: StoredSchema) -> [(names: [String], kind: String)] {
        let id = schema.idAttribute
        let unique = schema.attributes.filter { $0.isUnique && $0 !== id }
        return [([id.name], "id")] + unique.map { ([$0.name], "unique") }
            + schema.namedIndexes.map { index in
                let condition = index.condition.map { " where \($0)" } ?? ""
                return (index.attributes, (index.isUnique ? "unique" : "") + condition)
            }
    }
}
