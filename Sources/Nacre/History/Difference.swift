internal import NacreEngine
internal import NacreFormat

/// The objects that differ between two states of a store: see
/// ``Store/difference(from:to:)``. It can be kept and read on any thread, even after the store was
/// closed, and keeps the files of its objects as long as it lives. Objects are decoded when they
/// are read.
public struct Difference: Sendable {
    private let content: StateDifference
    private let registry: EntityRegistry

    init(_ content: StateDifference, _ registry: EntityRegistry) {
        self.content = content
        self.registry = registry
    }

    /// The number of the newest commit in the earlier state.
    public var from: UInt64 { content.from.rawValue }

    /// The number of the newest commit in the later state.
    public var to: UInt64 { content.to.rawValue }

    /// Returns the objects of an entity that only the later state has.
    /// - Throws: `unknownEntity` if the store was not opened with the type, `historyGone` if the
    ///   entity's own policy does not keep one of the states, `undecodable`, `corrupt`.
    public func inserted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try objects(of: type).inserted(type)
    }

    /// Returns the objects of an entity that both states have and that differ.
    /// - Throws: The errors of ``inserted(_:)``.
    public func updated<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Update<Owner>] {
        try objects(of: type).updated(type)
    }

    /// Returns the objects of an entity that only the earlier state has.
    /// - Throws: The errors of ``inserted(_:)``.
    public func deleted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try objects(of: type).deleted(type)
    }

    /// Returns whether any object of an entity differs. Decodes none.
    /// - Throws: `unknownEntity`, `historyGone`.
    public func touches<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> Bool {
        try objects(of: type).touches(type)
    }

    private func objects<Owner: Entity>(
        of type: Owner.Type
    ) throws(StoreError) -> ChangedObjects {
        let schema = try registry.binding(type).definition.schema
        guard !content.untold.contains(schema.number) else {
            throw StoreError(
                .historyGone,
                "The history policy of '\(schema.name)' does not keep its objects after commit"
                    + " \(from), or not after commit \(to).")
        }
        return ChangedObjects(content.records, registry)
    }
}
