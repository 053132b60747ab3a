internal import NacreEngine
internal import NacreFormat

/// The state of a store at one commit. Taking one costs next to nothing; it never changes, whatever
/// is written afterwards, and can be kept and read on any thread, also after the store was closed.
/// It keeps the memory and files of its state as long as it lives.
public struct Snapshot: Reader, Sendable {
    private let content: NacreEngine.Snapshot
    private let registry: EntityRegistry

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
    /// Decodes records of an entity that are in the snapshot: for measurements of decoding alone.
    package func decoder<Owner: Entity>(
        of type: Owner.Type
    ) throws(StoreError) -> (FoundRecord) throws(StoreError) -> Owner {
        let binding = try registry.binding(type)
        return { (found) throws(StoreError) in try binding.decode(found, in: content) }
    }
}
