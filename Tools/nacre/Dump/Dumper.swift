package import NacreEngine
internal import NacreFormat

/// Writes a snapshot as JSON Lines: the schemas, then all objects (Formats.md, "The dump").
package struct Dumper {
    /// The size of a chunk: large enough to make the cost of system calls negligible.
    private static let chunkSize = 256 << 10

    private let snapshot: DatabaseSnapshot
    private let entity: String?
    private let write: ([UInt8]) throws -> Void
    private let progress: (_ done: Int, _ total: Int) -> Void

    /// - Parameters:
    ///   - entity: The entity's name, or nil for all entities.
    ///   - write: Receives the next bytes.
    package init(
        _ snapshot: DatabaseSnapshot, entity: String? = nil,
        write: @escaping ([UInt8]) throws -> Void,
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.snapshot = snapshot
        self.entity = entity
        self.write = write
        self.progress = progress
    }

    package func run() throws {
        // Counting first also checks that the entity exists.
        let total = try entity.map { try snapshot.count($0) } ?? countAll()
        // What the store keeps of its history is told by commits that another store does not have.
        let schemas = snapshot.catalog.all.map(\.schema)
            .filter { entity == nil ? !$0.isOwn : $0.name == entity }
        var writer = JSONWriter()
        for schema in schemas {
            writer.beginObject()
            writer.name("schema")
            writer.write(schema.json, sortedNames: true)
            writer.endObject()
            writer.endLine()
        }
        var done = 0
        for schema in schemas {
            try snapshot.forEach(in: schema.name) { object in
                try append(object, to: &writer)
                try empty(&writer, over: Self.chunkSize)
                done += 1
                if done.isMultiple(of: 64) { progress(done, total) }
                return true
            }
        }
        try empty(&writer, over: 0)
    }

    private func countAll() throws -> Int {
        try snapshot.catalog.all.filter { !$0.schema.isOwn }
            .reduce(0) { try $0 + snapshot.count($1.schema.name) }
    }

    private func append(_ object: StoredObject, to writer: inout JSONWriter) throws {
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
    }

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

    private func empty(_ writer: inout JSONWriter, over size: Int) throws {
        guard writer.bytes.count > size else { return }
        try write(writer.bytes)
        writer.removeAll()
    }
}
