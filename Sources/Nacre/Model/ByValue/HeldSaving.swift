internal import NacreEngine
internal import NacreFormat

/// The objects that one object holds by value, directly or through others, each once. They are
/// saved with it.
///
/// Found step by step away from the object, without recursion, because a value may be very deep. If
/// an object occurs more than once, the nearest occurrence counts, and the last one of several that
/// are equally near.
struct HeldSaving {
    /// The held objects, nearest first.
    private(set) var objects: [any Entity] = []
    /// The keys of the held objects and of the object that is saved.
    private(set) var keys: Set<HeldKey>
    /// Whether a hook has run for one of the objects.
    private(set) var isPrepared = false
    private let changes: Changes
    private let registry: EntityRegistry

    init<Owner: Entity>(
        of root: Owner, _ changes: Changes, _ registry: EntityRegistry
    ) throws(StoreError) {
        self.changes = changes
        self.registry = registry
        keys = [try HeldKey(of: root, registry)]
        var step = try held(by: root)
        var depth = 1
        while !step.isEmpty {
            guard depth < HeldDepth.max else {
                throw StoreError(
                    .invalidValue,
                    "The object of '\(Owner.entityName)' holds more than \(HeldDepth.max) objects"
                        + " inside of one another. Declare the property as a Ref.")
            }
            step = try add(step)
            depth += 1
        }
    }

    /// Replaces each object by the result of a closure, and adds the objects that the result holds
    /// and that were not there.
    /// - Parameter body: Returns nil if an object stays as it is.
    /// - Throws: `hookLoop` if this does not end.
    mutating func prepare(_ body: (any Entity) throws -> (any Entity)?) throws {
        let countMax = objects.count + HeldDepth.max
        var place = 0
        while place < objects.count {
            guard objects.count <= countMax else {
                throw StoreError(
                    .hookLoop,
                    "The willSave methods of objects that are held by value put more than"
                        + " \(HeldDepth.max) others into them. Nothing was saved.")
            }
            if let prepared = try body(objects[place]) {
                isPrepared = true
                objects[place] = prepared
                _ = try add(held(by: prepared))
            }
            place += 1
        }
    }

    /// Adds the objects of one step.
    /// - Returns: The objects that the new ones hold.
    private mutating func add(_ step: [any Entity]) throws(StoreError) -> [any Entity] {
        var places: [HeldKey: Int] = [:]
        let first = objects.count
        for object in step {
            let key = try HeldKey(of: object, registry)
            if let place = places[key] {
                objects[place] = object
            } else if !keys.contains(key) {
                places[key] = objects.count
                objects.append(object)
            }
        }
        keys.formUnion(places.keys)
        var next: [any Entity] = []
        for object in objects[first...] { next += try held(by: object) }
        return next
    }

    private func held<Owner: Entity>(by object: Owner) throws(StoreError) -> [any Entity] {
        let binding = try registry.binding(Owner.self)
        guard binding.model.holdsObjects else { return [] }
        let held = HeldObjects()
        try binding.encode(object, into: try changes.emptyDraft(binding.definition), held)
        return held.take()
    }
}
