/// The entities that a store was opened with, by their types. An object, so that a snapshot counts
/// one reference for it.
@usableFromInline
final class EntityRegistry: Sendable {
    /// A store has few, so that looking at each is faster than hashing one.
    private let types: [ObjectIdentifier]
    /// In the order of the types.
    private let bindings: [any AnyObject & Sendable]
    private let path: String

    /// An entity's type and its ``EntityBinding``.
    struct Entry {
        fileprivate let type: ObjectIdentifier
        fileprivate let binding: any AnyObject & Sendable

        init<Owner: Entity>(_ binding: EntityBinding<Owner>) {
            type = ObjectIdentifier(Owner.self)
            self.binding = binding
        }
    }

    /// - Parameter entries: of one type each.
    init(path: String, _ entries: [Entry]) {
        self.path = path
        types = entries.map(\.type)
        bindings = entries.map(\.binding)
    }

    /// - Throws: `unknownEntity` if the store was not opened with the type.
    @usableFromInline
    func binding<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> EntityBinding<Owner> {
        guard let place = types.firstIndex(of: ObjectIdentifier(type)) else {
            throw StoreError(
                .unknownEntity,
                "The store was opened without '\(Owner.entityName)'. Name the type when opening:"
                    + " Store(at: ..., \(Owner.self).self).",
                file: path)
        }
        // SAFETY: an entry has the type of its binding. A cast that asks takes as long as finding
        // the object.
        return unsafe unsafeDowncast(bindings[place], to: EntityBinding<Owner>.self)
    }
}
