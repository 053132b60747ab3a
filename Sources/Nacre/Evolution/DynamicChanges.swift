internal import NacreEngine
internal import NacreFormat

/// A whole store without Swift types, as a step of a ``SchemaPlan`` changes it: see
/// ``SchemaChange/migrate(_:)``. Entities and attributes go by their stored names.
///
/// Reads see what was written before. Good only inside the step's closure, on its thread; later
/// use throws `closed`. Not Sendable.
public struct DynamicChanges {
    let changes: Changes
    /// Told of objects gone through and of all objects of an entity.
    let progress: (_ entity: String, _ done: Int, _ total: Int) -> Void

    // MARK: Reading

    /// The names of all entities that the store has at this point.
    public var entities: [String] { changes.catalog.all.map(\.schema.name) }

    /// How many objects an entity has.
    /// - Throws: ``StoreError`` with `unknownEntity`.
    public func count(_ entity: String) throws -> Int { try changes.count(entity) }

    /// The object with an id; nil if there is none.
    /// - Parameters:
    ///   - entity: its name.
    ///   - id: a value of the type of the entity's ids.
    /// - Throws: ``StoreError``: `unknownEntity`, and `invalidValue` if ids are of another type.
    public func find<ID: AttributeValue>(_ entity: String, _ id: ID) throws -> DynamicObject? {
        let schema = try changes.schema(of: entity)
        let value = try DynamicValues.stored(id, as: schema.idAttribute, of: entity)
        return try changes.find(value, in: entity).map { DynamicObject($0) }
    }

    /// Goes through the objects of an entity, one at a time, in no order that means anything. The
    /// closure may change the store; objects that it adds to the entity may be met or not.
    /// - Throws: `unknownEntity`, and what `body` throws.
    public func forEach(_ entity: String, _ body: (DynamicObject) throws -> Void) throws {
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
        var draft = DynamicDraft(DynamicValues(newObjectOf: try changes.schema(of: entity)))
        var values = try draft.filled(by: body)
        values[draft.values.schema.idOrdinal] = try changes.insert(values, into: entity)
        return DynamicObject(StoredObject(schema: draft.values.schema, values: values))
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
        guard let present = try changes.find(object.id, in: object.entity) else {
            throw StoreError(
                .noSuchObject,
                "There is no object of '\(object.entity)' with the id"
                    + " \(NestedValue(.value(object.id)).jsonText) any more.")
        }
        var draft = DynamicDraft(DynamicValues(present))
        try changes.update(try draft.filled(by: body), of: object.entity)
    }

    /// Deletes an object, with what the delete rules of references to it ask.
    /// - Returns: false if it was gone already.
    /// - Throws: `deleteDenied`.
    @discardableResult
    public func delete(_ object: DynamicObject) throws -> Bool {
        try changes.delete(object.id, from: object.entity)
    }

    /// Deletes all objects of an entity, with what the delete rules of references to them ask.
    /// - Returns: how many there were.
    /// - Throws: `unknownEntity`, `deleteDenied`.
    @discardableResult
    public func deleteAll(_ entity: String) throws -> Int {
        var ids: [NacreFormat.Value] = []
        try changes.forEach(in: entity) { object in
            ids.append(object.id)
            return true
        }
        return try changes.delete(ids, from: try changes.definition(entity))
    }
}

extension DynamicChanges {
    /// Goes through the objects of an entity and stores those that come out changed.
    /// - Throws: what `body` throws, in a ``Failure`` that says at which object.
    func rewrite(
        _ entity: String, _ body: (DynamicObject, inout DynamicDraft) throws -> Void
    ) throws {
        let total = try changes.count(entity)
        var done = 0
        try changes.rewrite(entity) { object in
            var draft = DynamicDraft(DynamicValues(object))
            let values: [NacreFormat.Value]
            do { values = try draft.filled { try body(DynamicObject(object), &$0) } } catch {
                throw (error as? Failure) ?? Failure(object: object, cause: error)
            }
            done += 1
            if done.isMultiple(of: 1024) || done == total { progress(entity, done, total) }
            return values
        }
    }

    /// What ended the work on an object.
    struct Failure: Error {
        let object: StoredObject
        let cause: any Error
    }
}
