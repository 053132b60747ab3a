internal import NacreEngine
internal import NacreFormat

/// The objects that one object holds by value, and those that they hold, each once: what is saved
/// with it.
///
/// Step by step away from the object and without recursion: a value may be as deep as it likes.
/// Where the same object is there more than once, the nearest one is meant, and of several that are
/// as near the last one.
struct HeldSaving {
    /// Nearest first.
    private(set) var objects: [any Entity] = []
    /// Theirs and that of the object that is saved.
    private(set) var keys: Set<HeldKey>
    /// Whether a hook was asked about one of the objects.
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

    /// Replaces each object by what becomes of it, and adds what that holds and was not there.
    /// - Parameter body: gives nil where an object stays as it is.
    /// - Throws: `hookLoop` if that goes on without an end.
    mutating func prepare(_ body: (any Entity) throws -> (any Entity)?) throws {
        let countMax = objects.count + HeldDepth.max
        var place = 0
        while place < objects.count {
            guard objects.count <= countMax else {
                throw StoreError(
                    .hookLoop,
                    "The willSave of objects that are held by value put more than"
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

    /// - Returns: what the objects hold that are new.
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
