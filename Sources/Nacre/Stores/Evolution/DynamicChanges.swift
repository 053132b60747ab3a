internal import NacreEngine
internal import NacreFormat

/// A whole store without Swift types, as a step of a ``SchemaPlan`` changes it. See
/// ``SchemaChange/migrate(_:)``. Entities and attributes are addressed by their stored names.
///
/// Reads see earlier writes. An entity that the store does not have counts as having no objects: a
/// store of another program may lack some entities. Valid only inside the step's closure, on its
/// thread; using it after the store is open throws `closed`. Not Sendable.
///
/// Rules and hooks of Swift types do not apply to these writes. For each entity that was written
/// to, derived attributes of all objects are recomputed when its type is opened. Delete rules are
/// those stored in the store: a reference that a step has added has no rule until its type is
/// opened, and a `deny` rule applies until a step removes it.
public struct DynamicChanges {
    let changes: Changes
    let journal: PlanJournal

    // MARK: Reading

    /// The names of all entities that the store has at this point.
    public var entities: [String] {
        changes.catalog.all.map(\.schema).filter { !$0.isOwn }.map(\.name)
    }

    /// Returns the number of objects of an entity; 0 if the store does not have the entity.
    public func count(_ entity: String) throws -> Int {
        journal.begin()
        return try has(entity) ? changes.count(entity) : 0
    }

    private func has(_ entity: String) throws -> Bool {
        try changes.checkOpen()
        return changes.catalog[entity] != nil
    }

    /// Returns the object with an id, or nil if there is none.
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - id: The id, a value of the type of the entity's ids.
    /// - Throws: ``StoreError`` with `invalidValue` if ids are of another type.
    public func find<ID: AttributeValue>(_ entity: String, _ id: ID) throws -> DynamicObject? {
        journal.begin()
        guard try has(entity) else { return nil }
        let schema = try changes.schema(of: entity)
        let value = try DynamicValues.stored(id, as: schema.idAttribute, of: entity)
        return try changes.find(value, in: entity).map { DynamicObject($0) }
    }

    /// Calls a closure for each object of an entity, one at a time, in no particular order. The
    /// closure may change the store. Objects that it adds to the entity may or may not be visited.
    /// - Throws: Any error from `body`.
    public func forEach(_ entity: String, _ body: (DynamicObject) throws -> Void) throws {
        journal.begin()
        guard try has(entity) else { return }
        try rewrite(entity) { object, _ in try body(object) }
    }

    // MARK: Writing

    /// Adds an object.
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - body: Fills in the object. Attributes start with their stored defaults, or null if they
    ///     have none. An id of type ``ObjectID`` is generated unless the closure sets it.
    /// - Returns: The object as it is stored.
    /// - Throws: `unknownEntity`, `unknownAttribute`, `invalidValue`, `duplicateID`, and any error
    ///   from `body`.
    @discardableResult
    public func insert(
        _ entity: String, _ body: (inout DynamicDraft) throws -> Void
    ) throws -> DynamicObject {
        journal.begin()
        let schema = try changes.schema(of: entity)
        journal.changed.insert(schema.number)
        var draft = DynamicDraft(DynamicValues(newObjectOf: schema))
        var values = try draft.filled(by: body)
        values[schema.idOrdinal] = try changes.insert(values, into: entity)
        return DynamicObject(StoredObject(schema: schema, values: values))
    }

    /// Changes an object.
    /// - Parameters:
    ///   - object: The object, as it was found. It is read again, so it may have changed since.
    ///   - body: Receives the object's current state and changes it. The id cannot change.
    /// - Throws: `noSuchObject`, `unknownAttribute`, `invalidValue`, and any error from `body`.
    public func update(
        _ object: DynamicObject, _ body: (inout DynamicDraft) throws -> Void
    ) throws {
        journal.begin()
        guard let present = try changes.find(object.id, in: object.entity) else {
            throw StoreError(
                .noSuchObject,
                "There is no object of '\(object.entity)' with the id"
                    + " \(NestedValue(.value(object.id)).jsonText) any more.")
        }
        journal.changed.insert(present.schema.number)
        var draft = DynamicDraft(DynamicValues(present))
        try changes.update(try draft.filled(by: body), of: object.entity)
    }

    /// Deletes an object and applies the delete rules of references to it.
    /// - Returns: Whether the object existed.
    /// - Throws: `deleteDenied`.
    @discardableResult
    public func delete(_ object: DynamicObject) throws -> Bool {
        journal.begin()
        return try changes.delete(object.id, from: object.entity)
    }

    /// Deletes all objects of an entity and applies the delete rules of references to them.
    /// - Returns: The number of objects that the entity had.
    /// - Throws: `deleteDenied`.
    @discardableResult
    public func deleteAll(_ entity: String) throws -> Int {
        journal.begin()
        return try has(entity) ? changes.deleteAll(from: entity) : 0
    }
}

extension DynamicChanges {
    /// Calls a closure for each object of an entity and stores the objects that it changes.
    func rewrite(
        _ entity: String, _ body: (DynamicObject, inout DynamicDraft) throws -> Void
    ) throws {
        var pass = journal.beginPass(entity, total: try changes.count(entity))
        defer { journal.endPass() }
        try changes.rewrite(entity) { object in
            var draft = DynamicDraft(DynamicValues(object))
            do {
                let values = try draft.filled { try body(DynamicObject(object), &$0) }
                journal.advance(&pass)
                return values
            } catch {
                journal.failed(at: object)
                throw error
            }
        }
    }
}
