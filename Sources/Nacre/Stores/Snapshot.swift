internal import NacreEngine
internal import NacreFormat

/// The state of a store at one commit. Taking one costs next to nothing; it never changes, whatever
/// is written afterwards, and can be kept and read on any thread, also after the store was closed.
/// It keeps the memory and files of its state as long as it lives.
public struct Snapshot: Reader, Sendable {
    let content: NacreEngine.Snapshot
    let registry: EntityRegistry

    init(_ content: NacreEngine.Snapshot, _ registry: EntityRegistry) {
        self.content = content
        self.registry = registry
    }

    /// The number of the newest commit in it; 0 before the first.
    public var commitNumber: UInt64 { content.commit.rawValue }

    /// Where to read. For the library.
    public var source: ReadSource {
        ReadSource(content: .snapshot(content), registry: registry)
    }
}

extension Snapshot {
    /// How records of an entity are decoded, without looking for them: for measurements.
    package func recordReader<Owner: Entity>(
        of type: Owner.Type
    ) throws(StoreError) -> RecordReader<Owner> {
        let binding = try registry.binding(type)
        return RecordReader(table: binding.rows.table, decoder: binding.schema.decode)
    }
}
