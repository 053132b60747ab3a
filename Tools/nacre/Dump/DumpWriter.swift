internal import NacreEngine
internal import NacreFormat

/// Writes the lines of a dump, in chunks of whole lines.
struct DumpWriter {
    /// The size of a chunk: large enough to make the cost of system calls negligible.
    private static let chunkSize = 256 << 10

    private let write: ([UInt8]) throws -> Void
    private var writer = JSONWriter()

    /// - Parameter write: Receives the next bytes.
    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    mutating func append(_ schema: StoredSchema) {
        writer.beginObject()
        writer.name("schema")
        writer.write(schema.json, sortedNames: true)
        writer.endObject()
        writer.endLine()
    }

    mutating func append(_ history: DumpedHistory) throws {
        try append(history.line)
    }

    mutating func append(_ commit: CommitStamp) throws {
        try append(commit.line)
    }

    /// Writes the last line of a dump with history, without which a part would be missing.
    mutating func appendEnd(of history: DumpedHistory) throws {
        try append(.members(["end": .count(history.newest)]))
    }

    private mutating func append(_ line: JSONValue) throws {
        writer.write(line)
        writer.endLine()
        try empty(over: Self.chunkSize)
    }

    mutating func append(_ object: StoredObject) throws {
        writer.beginObject()
        writer.name("entity")
        writer.string(object.schema.name)
        writer.name("object")
        writer.beginObject()
        for (attribute, value) in zip(object.schema.attributes, object.values)
        where !value.isNull {
            if let problem = value.jsonProblem() { throw damage(object, attribute, problem) }
            writer.name(attribute.name)
            value.write(to: &writer)
        }
        writer.endObject()
        writer.endObject()
        writer.endLine()
        try empty(over: Self.chunkSize)
    }

    mutating func appendDeletion(of id: Value, in schema: StoredSchema) throws {
        writer.beginObject()
        writer.name("entity")
        writer.string(schema.name)
        writer.name("deleted")
        id.write(to: &writer)
        writer.endObject()
        writer.endLine()
        try empty(over: Self.chunkSize)
    }

    /// Writes what is left.
    mutating func finish() throws { try empty(over: 0) }

    /// Returns the error for a value whose bytes are not canonical JSON. Dumped as they are, they
    /// could not be loaded.
    private func damage(
        _ object: StoredObject, _ attribute: AttributeSchema, _ problem: String
    ) -> StoreError {
        let id = object.values[object.schema.idOrdinal]
        return StoreError(
            .corrupt,
            "'\(attribute.name)' of the object \(ValueText.text(id) ?? "") of"
                + " '\(object.schema.name)' is damaged. Check the store with 'nacre verify', and"
                + " save the rest of it with 'nacre salvage'.",
            cause: problem)
    }

    private mutating func empty(over size: Int) throws {
        guard writer.bytes.count > size else { return }
        try write(writer.bytes)
        writer.removeAll()
    }
}
