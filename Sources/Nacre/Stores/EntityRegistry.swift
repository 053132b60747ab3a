/// The entities that a store was opened with, by their types.
struct EntityRegistry: Sendable {
    /// A store has few, so that looking at each is faster than hashing one.
    private var types: [ObjectIdentifier] = []
    /// In the order of the types.
    private var bindings: [any AnyObject & Sendable] = []
    private let path: String

    init(path: String) { self.path = path }

    /// - Parameter binding: of a type that has none yet.
    mutating func add<Owner: Entity>(_ binding: EntityBinding<Owner>) {
        types.append(ObjectIdentifier(Owner.self))
        bindings.append(binding)
    }

    /// - Throws: `unknownEntity` if the store was not opened with the type.
    func binding<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> EntityBinding<Owner> {
        guard let place = types.firstIndex(of: ObjectIdentifier(type)) else {
            throw StoreError(
                .unknownEntity,
                "The store was opened without '\(Owner.entityName)'. Name the type when opening:"
                    + " Store(at: ..., \(Owner.self).self).",
                file: path)
        }
        // SAFETY: `add` puts each binding at the place of its own type. A cast that asks takes as
        // long as finding the object.
        return unsafe unsafeDowncast(bindings[place], to: EntityBinding<Owner>.self)
    }
}
