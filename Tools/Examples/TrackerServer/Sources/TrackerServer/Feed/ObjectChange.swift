import Nacre

/// One object that a commit has inserted, updated or deleted.
struct ObjectChange: Encodable, Sendable {
    enum Kind: String, Encodable, Sendable { case inserted, updated, deleted }

    /// The name of the entity.
    var entity: String
    /// The id, as in paths.
    var id: String
    var change: Kind
    /// The names of the changed properties, if the object was updated.
    var properties: [String]?
}

extension Commit {
    /// Returns the changes of the objects of an entity.
    func objectChanges<Owner: Entity>(of type: Owner.Type) throws(StoreError) -> [ObjectChange] {
        guard try touches(type) else { return [] }
        var changes: [ObjectChange] = []
        for object in try inserted(type) {
            changes.append(try Self.change(.inserted, of: object))
        }
        for update in try updated(type) {
            changes.append(try Self.change(.updated, of: update.new, update.changedKeys))
        }
        for object in try deleted(type) {
            changes.append(try Self.change(.deleted, of: object))
        }
        return changes
    }

    private static func change<Owner: Entity>(
        _ kind: ObjectChange.Kind, of object: Owner, _ properties: [String]? = nil
    ) throws(StoreError) -> ObjectChange {
        ObjectChange(
            entity: Owner.entityName, id: try Ref(object).urlText(), change: kind,
            properties: properties)
    }
}
