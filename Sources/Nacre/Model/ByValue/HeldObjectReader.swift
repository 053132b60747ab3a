internal import NacreEngine
internal import NacreFormat

/// Objects that are to be read with other values than the stored ones, in the order of the schema;
/// nil if there is to be none.
typealias ReplacedObjects = [HeldKey: [Value]?]

/// Reads the objects that others hold by value, each of them once. Used for one call of a
/// ``Reader``.
final class HeldObjectReader {
    private let source: any RecordSource
    private let registry: EntityRegistry
    private let replaced: ReplacedObjects
    private var loaded = LoadedObjects()
    /// Whether all objects are already loaded, so that one that is not loaded does not exist.
    private var isPlanned = false
    /// The objects that are being read, each inside the one before.
    private var reading: Set<HeldKey> = []

    init(
        _ source: any RecordSource, _ registry: EntityRegistry, replaced: ReplacedObjects = [:]
    ) {
        self.source = source
        self.registry = registry
        self.replaced = replaced
    }

    /// Prepares reading an object that no other object holds. To be called before each.
    func prepare(_ found: FoundRecord, of reader: ObjectReader) throws(StoreError) {
        guard reader.model.isCircular else { return }
        // The value of an object inside another one depends on the other one.
        loaded = LoadedObjects()
        isPlanned = true
        for group in try HeldGraph(from: found, of: reader, in: source, registry).groups() {
            var objects: [any Entity] = []
            for node in group { objects.append(try read(node.type, node.found)) }
            for (node, object) in zip(group, objects) { add(object, node.key.id) }
        }
    }

    /// Returns the object with an id; nil if there is none.
    func object<Object: Entity>(
        _ type: Object.Type, _ id: Value
    ) throws(StoreError) -> Object? {
        if let object = loaded.object(type, id) { return object }
        guard !isPlanned else { return nil }
        let reader = try registry.binding(type).reader
        let key = HeldKey(reader, id)
        // Without a plan, a reference back to an object that is being read ends there.
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
