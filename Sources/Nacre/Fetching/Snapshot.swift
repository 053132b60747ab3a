internal import NacreEngine
internal import NacreFormat

/// The state of a store at one commit. Taking a snapshot costs next to nothing. It never changes,
/// whatever is written afterwards. It can be kept and read on any thread, even after the store was
/// closed. It keeps the memory and files of its state as long as it lives.
public struct Snapshot: Reader, @unchecked Sendable {
    // SAFETY: its content is a snapshot of the engine, which any thread may use, and never that of
    // a pending change.
    /// The source of reads; for the library. Stored: making it for each read would retain and
    /// release.
    public let source: ReadSource

    init(_ content: DatabaseSnapshot, _ registry: EntityRegistry) {
        source = ReadSource(content: .snapshot(content), registry: registry)
    }

    var registry: EntityRegistry { source.registry }

    var content: DatabaseSnapshot {
        guard case .snapshot(let content) = source.content else {
            preconditionFailure("a snapshot was made of another source")
        }
        return content
    }

    /// The number of the newest commit in the snapshot; 0 before the first.
    public var commitNumber: UInt64 { content.commit.rawValue }
}

extension Snapshot {
    /// Returns the decoder of an entity's records, without a lookup; for measurements.
    package func recordReader<Owner: Entity>(
        of type: Owner.Type
    ) throws(StoreError) -> RecordReader<Owner> {
        let binding = try registry.binding(type)
        return RecordReader(table: binding.rows.table, decoder: binding.schema.decode)
    }
}
