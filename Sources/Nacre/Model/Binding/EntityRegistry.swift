internal import NacreFormat

/// The entities that a store was opened with, by their types. A class, so that a snapshot retains
/// one reference for all of them.
@usableFromInline
final class EntityRegistry: Sendable {
    /// The entities. A store has few, so a linear search is faster than hashing.
    private let entries: [Entry]
    /// The hooks of all entities, found by the first change, like those of each entity.
    let lateHooks = Late<AnyHooks>()
    /// The values that stages take from the store.
    let stageContext: StageContext
    private let path: String
    /// The registry that this one is a part of; nil if it has all types of the store. The readers
    /// of objects refer to it.
    private let whole: EntityRegistry?

    /// An entity's type and its ``EntityBinding``.
    struct Entry: Sendable {
        fileprivate let type: ObjectIdentifier
        fileprivate let binding: any AnyObject & Sendable
        fileprivate let reader: ObjectReader
        fileprivate let accept: @Sendable (any BindingVisitor) -> Void

        init<Owner: Entity>(_ binding: EntityBinding<Owner>) {
            type = ObjectIdentifier(Owner.self)
            self.binding = binding
            reader = binding.reader
            accept = { $0.visit(binding) }
        }
    }

    /// - Parameter entries: The entities; each type appears once.
    init(path: String, _ entries: [Entry], _ stageContext: StageContext) {
        self.path = path
        whole = nil
        self.stageContext = stageContext
        self.entries = entries
        // Set only for readers that need it: retaining an object that has weak references takes
        // several times as long, and every lookup retains it.
        for entry in entries where entry.reader.rows.holdsObjects {
            unsafe entry.reader.registry = self
        }
    }

    /// Returns the registry of a former state.
    /// - Parameter isKept: Returns whether the state has the objects of an entity, by its name.
    func part(where isKept: (String) -> Bool) -> EntityRegistry {
        let kept = entries.filter { isKept($0.reader.model.name) }
        return kept.count == entries.count ? self : EntityRegistry(kept, of: self)
    }

    private init(_ entries: [Entry], of whole: EntityRegistry) {
        path = whole.path
        stageContext = whole.stageContext
        self.entries = entries
        self.whole = whole
    }

    /// Shows a visitor the bindings of all entities.
    func accept(_ visitor: some BindingVisitor) {
        for entry in entries { entry.accept(visitor) }
    }

    /// Returns the reader of an entity's objects.
    func reader<Owner: Entity>(of type: Owner.Type) throws(StoreError) -> ObjectReader {
        try binding(type).reader
    }

    /// Returns the reader of the entity that a chain of references leads to.
    /// - Parameters:
    ///   - references: The names of the references, in the order they are followed.
    ///   - first: The reader of the entity that has the first reference.
    /// - Throws: `unknownEntity` if the store was opened without one of the types on the way.
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
                        + " opened without that type. Name the type when opening the store.",
                    file: path)
            }
            found = next
        }
        return found
    }

    /// Returns the binding of a type.
    /// - Throws: `unknownEntity` if the store was opened without the type.
    @usableFromInline
    func binding<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> EntityBinding<Owner> {
        guard let place = entries.firstIndex(where: { $0.type == ObjectIdentifier(type) }) else {
            if let whole {
                _ = try whole.binding(type)
                throw StoreError(
                    .historyGone,
                    "The store keeps no former states of '\(Owner.entityName)' that are so old. Its"
                        + " history policy says how long they are kept.",
                    file: path
                ).about(Owner.entityName)
            }
            throw StoreError(
                .unknownEntity,
                "The store was opened without '\(Owner.entityName)'. Name the type when opening:"
                    + " Store(at: ..., \(Owner.self).self).",
                file: path
            ).about(Owner.entityName)
        }
        // SAFETY: an entry has the type of its binding. A checked cast takes as long as finding the
        // object.
        return unsafe unsafeDowncast(entries[place].binding, to: EntityBinding<Owner>.self)
    }
}
