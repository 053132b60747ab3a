package import NacreEngine
internal import NacreFormat

/// Errors of changing whole objects, including live ones.
extension StoreError {
    package static func conflict<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) -> StoreError {
        StoreError(
            .conflict,
            "The object of '\(Owner.entityName)' with id \(id) was changed or deleted by others"
                + " since it was read. Roll the context back and refresh it, or choose another"
                + " merge policy. Nothing was saved."
        ).about(type, id)
    }

    /// Returns the error for inserting an object whose id is already stored.
    package static func insertedTwice<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) -> StoreError {
        StoreError(
            .duplicateID,
            "An object of '\(Owner.entityName)' with id \(id) was inserted, and there is one with"
                + " this id already. Change that one, or undo the insertion. Nothing was saved."
        ).about(type, id)
    }

    @usableFromInline
    static func noSuchObject<Owner: Entity>(_ type: Owner.Type, _ id: Owner.ID) -> StoreError {
        StoreError(.noSuchObject, "There is no object of '\(Owner.entityName)' with this id.")
            .about(type, id)
    }

    @usableFromInline
    package static func idChanged<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) -> StoreError {
        StoreError(
            .invalidValue,
            "The id \(id) of an object of '\(Owner.entityName)' was changed. An id never changes:"
                + " delete the object and insert another one."
        ).about(type, id)
    }

    static func appendOnly<Owner: Entity>(_ type: Owner.Type) -> StoreError {
        StoreError(
            .appendOnly,
            "Objects of '\(Owner.entityName)' are only added: one that is stored is never changed"
                + " or deleted. Insert another object, or declare the entity as Mutable."
        ).about(Owner.entityName)
    }

    /// Returns a copy of the error that says which object it is about.
    private func about<Owner: Entity>(_ type: Owner.Type, _ id: Owner.ID) -> StoreError {
        let stored = try? NestedValue(.value(Owner.storedID(id).value)).jsonText
        return about(Owner.entityName, id: stored)
    }

    /// Returns the error of writing live objects, which is always a ``StoreError``.
    package static func liveObjects(_ error: any Error) -> StoreError { .wrapping(error) }
}
