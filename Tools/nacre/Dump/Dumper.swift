package import NacreEngine
internal import NacreFormat

/// Writes a snapshot as JSON Lines: the schemas, then all objects (Formats.md, "The dump").
package struct Dumper {
    /// Large enough that system calls cost nothing.
    private static let chunkSize = 256 << 10

    private let snapshot: Snapshot
    private let entity: String?
    private let write: ([UInt8]) throws -> Void
    private let progress: (_ done: Int, _ total: Int) -> Void

    /// - Parameters:
    ///   - entity: nil for all.
    ///   - write: takes the next bytes.
    package init(
        _ snapshot: Snapshot, entity: String? = nil, write: @escaping ([UInt8]) throws -> Void,
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.snapshot = snapshot
        self.entity = entity
        self.write = write
        self.progress = progress
    }

    package func run() throws {
        // Counting first also tells whether the entity exists.
        let total = try entity.map { try snapshot.count($0) } ?? countAll()
        let schemas = snapshot.catalog.all.map(\.schema)
            .filter { entity == nil || $0.name == entity }
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
                Self.append(object, to: &writer)
                try empty(&writer, over: Self.chunkSize)
                done += 1
                if done.isMultiple(of: 64) { progress(done, total) }
                return true
            }
        }
        try empty(&writer, over: 0)
    }

    private func countAll() throws -> Int {
        try snapshot.catalog.all.reduce(0) { try $0 + snapshot.count($1.schema.name) }
    }

    private static func append(_ object: StoredObject, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("entity")
        writer.string(object.schema.name)
        writer.name("object")
        writer.beginObject()
        for (attribute, value) in zip(object.schema.attributes, object.values)
        where !value.isNull {
            writer.name(attribute.name)
            value.write(to: &writer)
        }
        writer.endObject()
        writer.endObject()
        writer.endLine()
    }

    private func empty(_ writer: inout JSONWriter, over size: Int) throws {
        guard writer.bytes.count > size else { return }
        try write(writer.bytes)
        writer.removeAll()
    }
}
