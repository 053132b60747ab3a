internal import NacreEngine
internal import NacreFormat

/// A whole store without Swift types, as a step of a ``SchemaPlan`` changes it: see
/// ``SchemaChange/migrate(_:)``. Entities and attributes go by their stored names.
///
/// Reads see what was written before. Of an entity that the store does not have there are no
/// objects: a store of another program may lack some. Good only inside the step's closure, on its
/// thread; what it throws once the store is open is `closed`. Not Sendable.
///
/// Rules and hooks of Swift types know nothing of what is written here; attributes that are derived
/// are computed anew for all objects of the entities that were written to, once their type is
/// opened. Delete rules are those that the store has: a reference that a step has added has none
/// until its type comes, and one that denies does so until a step removes it.
public struct DynamicChanges {
    let changes: Changes
    let journal: PlanJournal

    // MARK: Reading

    /// The names of all entities that the store has at this point.
    public var entities: [String] { changes.catalog.all.map(\.schema.name) }

    /// How many objects an entity has.
    public func count(_ entity: String) throws -> Int {
        journal.begin()
        return try has(entity) ? changes.count(entity) : 0
    }

    private func has(_ entity: String) throws -> Bool {
        try changes.checkOpen()
        return changes.catalog[entity] != nil
    }

    /// The object with an id; nil if there is none.
    /// - Parameters:
    ///   - entity: its name.
    ///   - id: a value of the type of the entity's ids.
    /// - Throws: ``StoreError`` with `invalidValue` if ids are of another type.
    public func find<ID: AttributeValue>(_ entity: String, _ id: ID) throws -> DynamicObject? {
        journal.begin()
        guard try has(entity) else { return nil }
        let schema = try changes.schema(of: entity)
        let value = try DynamicValues.stored(id, as: schema.idAttribute, of: entity)
        return try changes.find(value, in: entity).map { DynamicObject($0) }
    }

    /// Goes through the objects of an entity, one at a time, in no order that means anything. The
    /// closure may change the store; objects that it adds to the entity may be met or not.
    /// - Throws: what `body` throws.
    public func forEach(_ entity: String, _ body: (DynamicObject) throws -> Void) throws {
        journal.begin()
        guard try has(entity) else { return }
        try rewrite(entity) { object, _ in try body(object) }
    }

    // MARK: Writing

    /// Adds an object.
    /// - Parameters:
    ///   - entity: its name.
    ///   - body: fills in the object. It begins with the defaults that attributes have in the
    ///     store, and null else. An id of type ``ObjectID`` is made here unless it is set.
    /// - Returns: the object as it is stored.
    /// - Throws: `unknownEntity`, `unknownAttribute`, `invalidValue`, `duplicateID`,
    ///   `uniqueViolation`, and what `body` throws.
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
    ///   - object: as it was found, whatever became of it since: it is read again.
    ///   - body: gets the object as it is now, and changes it. The id stays.
    /// - Throws: `noSuchObject`, `unknownAttribute`, `invalidValue`, `uniqueViolation`, and what
    ///   `body` throws.
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

    /// Deletes an object, with what the delete rules of references to it ask.
    /// - Returns: false if it was gone already.
    /// - Throws: `deleteDenied`.
    @discardableResult
    public func delete(_ object: DynamicObject) throws -> Bool {
        journal.begin()
        return try changes.delete(object.id, from: object.entity)
    }

    /// Deletes all objects of an entity, with what the delete rules of references to them ask.
    /// - Returns: how many there were.
    /// - Throws: `deleteDenied`.
    @discardableResult
    public func deleteAll(_ entity: String) throws -> Int {
        journal.begin()
        return try has(entity) ? changes.deleteAll(from: entity) : 0
    }
}

extension DynamicChanges {
    /// Goes through the objects of an entity and stores those that come out changed.
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
