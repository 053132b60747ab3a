internal import NacreEngine
internal import NacreFormat

/// Objects that are to be read as something else than what is stored, by their values in the order
/// of the schema; nil where there is to be none.
typealias ReplacedObjects = [HeldKey: [Value]?]

/// Reads the objects that others hold by value, each of them once. For one call of a ``Reader``.
final class HeldObjectReader {
    private let source: any RecordSource
    private let registry: EntityRegistry
    private let replaced: ReplacedObjects
    private var loaded = LoadedObjects()
    /// Whether what is not loaded yet is not there.
    private var isPlanned = false
    /// The objects that are being read, one inside of the other.
    private var reading: Set<HeldKey> = []

    init(
        _ source: any RecordSource, _ registry: EntityRegistry, replaced: ReplacedObjects = [:]
    ) {
        self.source = source
        self.registry = registry
        self.replaced = replaced
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
        guard let object = try object(type, key, reader) else { return nil }
        loaded.add(object, id)
        return object
    }

    private func object<Object: Entity>(
        _ type: Object.Type, _ key: HeldKey, _ reader: ObjectReader
    ) throws(StoreError) -> Object? {
        if let values = replaced[key] {
            guard let values else { return nil }
            return try registry.binding(type).object(of: values, self)
        }
        let found = try StoreError.typed { try source.find(key.id, in: reader.definition) }
        guard let found else { return nil }
        return try read(type, found)
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
