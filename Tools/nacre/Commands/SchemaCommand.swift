internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre schema`: shows the entities of a store and their attributes.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Shows entities, attributes and types.")

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity (default: all entities).") var entity: String?
    @Flag(help: "Print each schema as one line of JSON, as it is stored.")
    var json = false

    func run() throws {
        let schemas = try StoreAccess.read(store).snapshot().schemas(of: entity)
        let output = Output.standard()
        for (index, schema) in schemas.enumerated() {
            if json {
                try output.json(schema.json)
            } else {
                if index > 0 { try output.line("") }
                try write(schema, to: output)
            }
        }
        try output.flush()
        if schemas.isEmpty, !json { StandardError.write("nacre: The store has no entities yet.") }
    }

    private func write(_ schema: StoredSchema, to output: Output) throws {
        try output.line(TerminalText.escaped(schema.name))
        var table = TableWriter(
            [
                TableWriter.Column("attribute"), TableWriter.Column("type"),
                TableWriter.Column("remarks"),
            ], to: output, widthMax: Terminal.width)
        for attribute in schema.attributes {
            try table.row(
                [attribute.name, attribute.type.name, Self.remarks(attribute, of: schema)])
        }
        try table.end()
        for search in schema.namedSearches {
            try output.line(TerminalText.escaped("search: \(search)"))
        }
        for line in Self.lines(schema.texts) { try output.line(TerminalText.escaped(line)) }
    }

    /// Returns the parts of the type's declaration that its program applies, and the tool does not.
    private static func lines(_ texts: SchemaTexts) -> [String] {
        let sort = texts.defaultSort.map { "default sort: \($0)" }
        let filter = texts.defaultFilter.map { "default filter: \($0)" }
        return [sort, filter].compactMap(\.self) + texts.rules.map { "rule: \($0)" }
    }

    private static func remarks(_ attribute: AttributeSchema, of schema: StoredSchema) -> String {
        var remarks: [String] = []
        if attribute.id == schema.idAttribute.id { remarks.append("id") }
        if attribute.isNullable { remarks.append("nullable") }
        if attribute.isUnique { remarks.append("unique") }
        if attribute.isColumnar { remarks.append("columnar") }
        for index in schema.namedIndexes where index.attributes.first == attribute.name {
            let others = index.attributes.dropFirst().joined(separator: ", ")
            let kind = index.isUnique ? "unique" : "index"
            let alone = index.isUnique ? "unique" : "indexed"
            let condition = index.condition.map { " where \($0)" } ?? ""
            remarks.append((others.isEmpty ? alone : "\(kind) with \(others)") + condition)
        }
        if let reference = attribute.reference {
            let rule = attribute.deleteRule
            let text = rule == .noAction ? "" : " (\(rule.rawValue))"
            remarks.append("refers to \(reference)\(text)")
        }
        if let value = attribute.defaultValue {
            let text = JSONWriter.bytes(of: value.jsonForm ?? .null, sortedNames: true)
            remarks.append("default \(String(decoding: text, as: UTF8.self))")
        }
        if !attribute.sources.isEmpty {
            let types = attribute.sources.map(\.type.name).joined(separator: ", ")
            remarks.append("in older objects \(types)")
        }
        if !attribute.pipeline.isEmpty {
            remarks.append("stored through \(attribute.pipeline.joined(separator: ", "))")
        }
        return remarks.joined(separator: ", ")
    }
}
