internal import NacreEngine
internal import NacreFormat

/// Reads the objects that others hold by value, each of them once. For one call of a ``Reader``.
final class HeldObjectReader {
    private let source: any RecordSource
    private let registry: EntityRegistry
    private var loaded = LoadedObjects()
    /// Whether what is not loaded yet is not there.
    private var isPlanned = false
    /// The objects that are being read, one inside of the other.
    private var reading: Set<HeldKey> = []

    init(_ source: any RecordSource, _ registry: EntityRegistry) {
        self.source = source
        self.registry = registry
    }

    /// To be called before an object is read that nothing else holds.
    func prepare(_ found: FoundRecord, of reader: ObjectReader) throws(StoreError) {
        guard reader.model.isCircular else { return }
        // What an object is like inside of another one depends on the other one.
        loaded = LoadedObjects()
        isPlanned = true
        for group in try HeldGraph(from: found, of: reader, in: source, registry).groups() {
            var objects: [any Entity] = []
            for node in group { objects.append(try read(node.type, node.found)) }
            for (node, object) in zip(group, objects) { add(object, node.key.id) }
        }
    }

    /// The object with an id; nil if there is none.
    func object<Object: Entity>(
        _ type: Object.Type, _ id: Value
    ) throws(StoreError) -> Object? {
        if let object = loaded.object(type, id) { return object }
        guard !isPlanned else { return nil }
        let reader = try registry.binding(type).reader
        let key = HeldKey(reader, id)
        // Where nothing was planned, ways that lead back end where they do.
        guard reading.insert(key).inserted else { return nil }
        defer { reading.remove(key) }
        guard reading.count <= HeldDepth.unplannedMax else {
            throw HeldDepth.exceeded(Object.entityName, key, HeldDepth.unplannedMax)
        }
        let found = try StoreError.typed { try source.find(id, in: reader.definition) }
        guard let found else { return nil }
        let object = try read(type, found)
        loaded.add(object, id)
        return object
    }

    private func read<Object: Entity>(
        _ type: Object.Type, _ found: FoundRecord
    ) throws(StoreError) -> Object {
        let binding = try registry.binding(type)
        return try binding.reader.decode(
            found, in: source, by: binding.rows, self, binding.decode)
    }

    private func add<Object: Entity>(_ object: Object, _ id: Value) { loaded.add(object, id) }
}
