internal import NacreEngine
internal import NacreFormat

/// Prints the changes of objects, with old and new values, as text or as JSON Lines.
struct ChangesText {
    private let changes: [RecordChange]
    private let before: HistoryStorage
    private let after: HistoryStorage
    private let isJSON: Bool
    private let isFull: Bool

    /// - Parameter full: Whether to print long values completely. JSON always has them.
    init(_ records: RecordChanges, json: Bool, full: Bool) {
        changes = records.changes
        before = records.before
        after = records.after
        isJSON = json
        isFull = full
    }

    func write(to output: Output) throws {
        for change in changes {
            let definition = after.catalog.all.first { $0.schema.number == change.entity }
            guard let schema = definition?.schema else { continue }
            let old = try change.oldRecord(in: before).map {
                try before.values(of: $0, schema: schema)
            }
            let new = try change.newRecord(in: after).map {
                try after.values(of: $0, schema: schema)
            }
            if isJSON {
                try output.write(TerminalJSON.escaped(json(change, schema, old, new)))
            } else {
                for line in lines(change, schema, old, new) { try output.line(line) }
            }
        }
    }

    // MARK: Text

    /// Returns "updated City 7", and a line for each attribute: "    name: Oslo -> Bergen".
    private func lines(
        _ change: RecordChange, _ schema: StoredSchema, _ old: [Value]?, _ new: [Value]?
    ) -> [String] {
        let id = (old ?? new)?[schema.idOrdinal] ?? .null
        var lines = ["\(change.kind) \(TerminalText.escaped(schema.name)) \(text(id))"]
        for (ordinal, attribute) in schema.attributes.enumerated() where ordinal != schema.idOrdinal
        {
            let values = [old?[ordinal], new?[ordinal]].compactMap { $0 }
            let isTold =
                values.count == 2
                ? !values[0].isIdentical(to: values[1]) : values.contains { !$0.isNull }
            guard isTold else { continue }
            let name = TerminalText.escaped(attribute.name)
            lines.append("    \(name): " + values.map(text).joined(separator: " -> "))
        }
        return lines
    }

    private func text(_ value: Value) -> String {
        TerminalText.escaped(
            (isFull ? ValueText.text(value) : ValueText.shortened(value)) ?? "null")
    }

    // MARK: JSON

    private func json(
        _ change: RecordChange, _ schema: StoredSchema, _ old: [Value]?, _ new: [Value]?
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, text) in [("change", change.kind.rawValue), ("entity", schema.name)] {
            writer.name(name)
            Value.string(text).write(to: &writer)
        }
        for (name, values) in [("old", old), ("new", new)] {
            writer.name(name)
            guard let values else {
                Value.null.write(to: &writer)
                continue
            }
            writer.beginObject()
            for (attribute, value) in zip(schema.attributes, values) {
                writer.name(attribute.name)
                value.write(to: &writer)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}
