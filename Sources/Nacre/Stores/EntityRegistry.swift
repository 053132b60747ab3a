internal import NacreFormat

/// The entities that a store was opened with, by their types. An object, so that a snapshot counts
/// one reference for it.
@usableFromInline
final class EntityRegistry: Sendable {
    /// A store has few, so that looking at each is faster than hashing one.
    private let entries: [Entry]
    private let lateHooks: Late<StoreHooks>
    private let path: String

    /// An entity's type and its ``EntityBinding``.
    struct Entry: Sendable {
        fileprivate let type: ObjectIdentifier
        fileprivate let binding: any AnyObject & Sendable
        fileprivate let reader: ObjectReader
        fileprivate let addHooks: @Sendable (inout StoreHooks.List) -> Void

        init<Owner: Entity>(_ binding: EntityBinding<Owner>) {
            type = ObjectIdentifier(Owner.self)
            self.binding = binding
            reader = binding.reader
            addHooks = { $0.add(binding) }
        }
    }

    /// - Parameter entries: of one type each.
    init(path: String, _ entries: [Entry]) {
        self.path = path
        self.entries = entries
        lateHooks = Late { StoreHooks(entries.map(\.addHooks)) }
        // Only those that need it: counting references to an object that others lead to weakly
        // takes several times as long, and every look-up counts one.
        for entry in entries where entry.reader.rows.holdsObjects {
            unsafe entry.reader.registry = self
        }
    }

    /// Of all entities: found out by the first change, as those of each.
    var hooks: StoreHooks { lateHooks.value }

    /// Asked by every change: lends them.
    @inline(__always)
    func withHooks<Result>(_ body: (StoreHooks) -> Result) -> Result { lateHooks.with(body) }

    /// The reader of an entity's objects.
    func reader<Owner: Entity>(of type: Owner.Type) throws(StoreError) -> ObjectReader {
        try binding(type).reader
    }

    /// The reader of what references lead to.
    /// - Parameters:
    ///   - references: one behind the other.
    ///   - first: of the entity that has the first one.
    /// - Throws: `unknownEntity` if the store was not opened with one of the types on the way.
    func reader(
        behind references: [String], of first: ObjectReader
    ) throws(StoreError) -> ObjectReader {
        var found = first
        for name in references {
            let schema = found.definition.schema
            let target = schema.ordinal(of: name).flatMap { schema.attributes[$0].reference }
            guard let next = entries.first(where: { $0.reader.model.name == target })?.reader else {
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
    @usableFromInline
    func binding<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> EntityBinding<Owner> {
        guard let place = entries.firstIndex(where: { $0.type == ObjectIdentifier(type) }) else {
            throw StoreError(
                .unknownEntity,
                "The store was opened without '\(Owner.entityName)'. Name the type when opening:"
                    + " Store(at: ..., \(Owner.self).self).",
                file: path)
        }
        // SAFETY: an entry has the type of its binding. A cast that asks takes as long as finding
        // the object.
        return unsafe unsafeDowncast(entries[place].binding, to: EntityBinding<Owner>.self)
    }
}
