internal import NacreEngine
internal import NacreFormat

/// The values that would be stored for an object that another one holds by value.
struct HeldValues {
    let object: any Entity
    let values: [Value]
    /// The ordinals of each property.
    let properties: [[Int]]
    /// Compares a property as ``EntityBinding/opaqueEquality(_:_:_:)`` does.
    let opaqueEquality: (_ property: Int, HeldValues) -> Bool?
    /// Returns the values of the object with the same id that a source has; nil if there is none.
    let stored: (any RecordSource) throws(StoreError) -> [Value]?

    private init<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>, _ held: HeldObjects? = nil
    ) throws(StoreError) {
        self.object = object
        values = try binding.values(of: object, held)
        properties = binding.storedOrdinals
        opaqueEquality = { property, other in
            (other.object as? Owner).flatMap { binding.opaqueEquality(property, object, $0) }
        }
        stored = { (source) throws(StoreError) in try binding.values(of: object.id, in: source) }
    }

    /// Returns the values of all objects in an object; of several with one id, those of the
    /// nearest.
    static func all(
        in root: any Entity, _ registry: EntityRegistry
    ) throws(StoreError) -> [HeldKey: HeldValues] {
        var found: [HeldKey: HeldValues] = [:]
        var step: [any Entity] = [root]
        while !step.isEmpty {
            var next: [any Entity] = []
            for object in step { next += try add(object, to: &found, registry) }
            step = next
        }
        found[try HeldKey(of: root, registry)] = nil
        return found
    }

    /// Adds an object.
    /// - Returns: The objects that it holds; none if it was already there.
    private static func add<Owner: Entity>(
        _ object: Owner, to found: inout [HeldKey: HeldValues], _ registry: EntityRegistry
    ) throws(StoreError) -> [any Entity] {
        let binding = try registry.binding(Owner.self)
        let key = try HeldKey(of: object, registry)
        guard found[key] == nil else { return [] }
        let held = HeldObjects()
        found[key] = try HeldValues(object, binding, held)
        return held.take()
    }

    /// Returns the objects as they are stored, without those that are not.
    static func stored(
        _ objects: [HeldKey: HeldValues], in source: any RecordSource, _ registry: EntityRegistry
    ) throws(StoreError) -> [HeldKey: HeldValues] {
        var found: [HeldKey: HeldValues] = [:]
        for (key, held) in objects {
            found[key] = try stored(held.object, try held.stored(source), in: source, registry)
        }
        return found
    }

    private static func stored<Owner: Entity>(
        _ object: Owner, _ values: [Value]?, in source: any RecordSource,
        _ registry: EntityRegistry
    ) throws(StoreError) -> HeldValues? {
        guard let values else { return nil }
        let binding = try registry.binding(Owner.self)
        return try HeldValues(binding.object(of: values, in: source), binding)
    }

    /// Returns all objects of two values of a holder, with each object's changes between two former
    /// values applied.
    static func merged(
        from former: [HeldKey: HeldValues], to next: [HeldKey: HeldValues],
        onto present: [HeldKey: HeldValues]
    ) -> ReplacedObjects {
        var merged: ReplacedObjects = [:]
        for (key, object) in next.merging(present, uniquingKeysWith: { $1 }) {
            var values = object.values
            if let old = former[key], let new = next[key] {
                values = object.properties.merged(
                    from: old.values, to: new.values, onto: values
                ) { old.opaqueEquality($0, new) }
            }
            merged[key] = .some(values)
        }
        return merged
    }
}
