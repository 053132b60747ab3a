package import NacreEngine
internal import NacreFormat

/// Writes a snapshot as JSON Lines: the schemas, then all objects (Formats.md, "The dump").
package struct Dumper {
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
        var lines = DumpWriter(write)
        for schema in schemas { lines.append(schema) }
        var done = 0
        for schema in schemas {
            try snapshot.forEach(in: schema.name) { object in
                try lines.append(object)
                done += 1
                if done.isMultiple(of: 64) { progress(done, total) }
                return true
            }
        }
        try lines.finish()
    }

    private func countAll() throws -> Int {
        try snapshot.catalog.all.filter { !$0.schema.isOwn }
            .reduce(0) { try $0 + snapshot.count($1.schema.name) }
    }
}
