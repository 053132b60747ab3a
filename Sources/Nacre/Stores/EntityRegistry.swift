internal import NacreFormat

/// The entities that a store was opened with, by their types.
struct EntityRegistry: Sendable {
    /// A store has few, so that looking at each is faster than hashing one.
    private var types: [ObjectIdentifier] = []
    /// In the order of the types.
    private var bindings: [any AnyObject & Sendable] = []
    private var records: [String: EntityRecords] = [:]
    private let path: String

    init(path: String) { self.path = path }

    /// - Parameter binding: of a type that has none yet.
    mutating func add<Owner: Entity>(_ binding: EntityBinding<Owner>) {
        types.append(ObjectIdentifier(Owner.self))
        bindings.append(binding)
        records[binding.model.name] = binding.records
    }

    /// The records of what references lead to.
    /// - Parameters:
    ///   - references: one behind the other.
    ///   - first: of the entity that has the first one.
    /// - Throws: `unknownEntity` if the store was not opened with one of the types on the way.
    func records(
        behind references: [String], of first: EntityRecords
    ) throws(StoreError) -> EntityRecords {
        var found = first
        for name in references {
            let schema = found.definition.schema
            let target = schema.ordinal(of: name).flatMap { schema.attributes[$0].reference }
            guard let next = target.flatMap({ records[$0] }) else {
                throw StoreError(
                    .unknownEntity,
                    "'\(name)' of '\(schema.name)' leads to '\(target ?? name)', and the store was"
                        + " opened without that type. Name it when opening.",
                    file: path)
            }
            found = next
        }
        return found
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
