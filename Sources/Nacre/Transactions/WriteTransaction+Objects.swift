public import NacreEngine
internal import NacreFormat

extension WriteTransaction {
    /// Adds an object.
    /// - Returns: The object as it was stored: a hook may have changed it.
    /// - Throws: ``StoreError``: `duplicateID` if there is one with its id, `invalidValue` if a
    ///   value of it cannot be stored, `invalidObject` if it breaks rules of its entity. If another
    ///   object has its value of a unique attribute, the end of the change throws
    ///   `uniqueViolation`.
    @discardableResult
    public func insert<Owner: Entity>(_ object: Owner) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        return try write(object, as: .insert, binding)
    }

    /// Adds objects, one after another.
    /// - Throws: The errors of ``insert(_:)``. Objects before the failing one stay, see
    ///   ``savepoint(_:)``. Rules are checked before the first object is added, and one error has
    ///   all violations.
    public func insert<Owner: Entity>(
        contentsOf objects: some Sequence<Owner>
    ) throws(StoreError) {
        let binding = try registry.binding(Owner.self)
        try writeAll(objects, as: .insert, binding)
    }

    /// Replaces the object with the same id.
    /// - Returns: The object as it was stored.
    /// - Throws: ``StoreError``: `noSuchObject` if there is none, and the errors of ``insert(_:)``.
    @discardableResult
    public func update<Owner: Entity>(
        _ object: Owner
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        let binding = try registry.binding(Owner.self)
        return try write(object, as: .update, binding)
    }

    /// Changes the object with an id.
    ///
    /// ```swift
    /// try changes.update(Person.self, "p1") { $0.name = "Anna" }
    /// ```
    /// - Parameters:
    ///   - type: The object's type.
    ///   - id: The object's id.
    ///   - change: Changes the object, but not its id.
    /// - Returns: The object as it is now.
    /// - Throws: The closure's error, and the errors of ``update(_:)``.
    @discardableResult @inlinable
    public func update<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, _ change: (inout Owner) throws -> Void
    ) throws -> Owner where Owner.Mutability == Mutable {
        guard var object = try find(type, id) else { throw StoreError.noSuchObject(type, id) }
        try change(&object)
        guard object.id == id else { throw StoreError.idChanged(type, id) }
        return try update(object)
    }

    /// Changes the object with an id: `try changes.update(oslo.id) { $0.population += 1 }`.
    @discardableResult @inlinable
    public func update<Owner: Entity>(
        _ id: ObjectID<Owner>, _ change: (inout Owner) throws -> Void
    ) throws -> Owner where Owner.ID == ObjectID<Owner>, Owner.Mutability == Mutable {
        try update(Owner.self, id, change)
    }

    /// Changes every object that a request finds. All of them are read into memory first.
    /// - Returns: The number of these objects.
    @discardableResult
    public func update<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ change: (inout Owner) throws -> Void
    ) throws -> Int where Owner.Mutability == Mutable {
        let objects = try fetch(request)
        for object in objects { try update(Owner.self, object.id, change) }
        return objects.count
    }

    /// Replaces the object with the same id, or adds it. If there is none with its id but another
    /// object has its unique values, the policy declared by `.unique(conflict:)` applies.
    ///
    /// The last writer wins: changes that others made to the object since it was read are
    /// overwritten, and objects that it holds by value and that were deleted meanwhile come back.
    /// If others may write, use ``save(_:basedOn:)`` or ``update(_:_:_:)``.
    /// - Returns: The object as it is in the store now.
    /// - Throws: ``StoreError``: `uniqueViolation`, `invalidValue`, `invalidObject`.
    @discardableResult
    public func save<Owner: Entity>(
        _ object: Owner
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable { try overwrite(object) }

    /// Deletes an object, and applies the ``DeleteRule``s of the references to it.
    /// - Returns: False if there was none with its id.
    /// - Throws: ``StoreError``: `deleteDenied` if an object refers to it by a reference that
    ///   denies deletion.
    @discardableResult
    public func delete<Owner: Entity>(
        _ object: Owner
    ) throws(StoreError) -> Bool where Owner.Mutability == Mutable {
        try delete(Owner.self, object.id)
    }

    /// Deletes the object with an id.
    /// - Returns: False if there was none.
    @discardableResult
    public func delete<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Bool where Owner.Mutability == Mutable { try remove(type, id) }

    /// Deletes the object with an id.
    /// - Returns: False if there was none.
    @discardableResult
    public func delete<Owner: Entity>(
        _ id: ObjectID<Owner>
    ) throws(StoreError) -> Bool where Owner.ID == ObjectID<Owner>, Owner.Mutability == Mutable {
        try delete(Owner.self, id)
    }

    /// Deletes the objects that a request finds:
    /// `try changes.delete(City.where { $0.population == 0 })`. All are deleted at once, so
    /// references between them deny nothing.
    /// - Returns: The number of deleted objects.
    /// - Throws: The errors of ``delete(_:)-(Owner)``; then none of them is deleted.
    @discardableResult
    public func delete<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Int where Owner.Mutability == Mutable {
        let binding = try registry.binding(Owner.self)
        var ids: [NacreFormat.Value] = []
        try changes.forEach(request, in: registry) { (found) throws(StoreError) in
            ids.append(try StoreError.typed { try changes.id(of: found) })
        }
        return try delete(ids, binding.definition)
    }
}

/// Writing and deleting objects of types whose mutability is known only at run time, such as live
/// objects.
extension WriteTransaction {
    /// Saves an object as ``save(_:)`` does.
    /// - Throws: The errors of ``save(_:)``, and `appendOnly`.
    package func overwrite<Owner: Entity>(_ object: Owner) throws(StoreError) -> Owner {
        if Owner.isAppendOnly { throw StoreError.appendOnly(Owner.self) }
        let binding = try registry.binding(Owner.self)
        guard !binding.upsertRules.isEmpty else { return try write(object, as: .save, binding) }
        return try stored(putByRules(object, binding), binding)
    }

    /// Deletes an object as ``delete(_:_:)`` does.
    /// - Throws: The errors of ``delete(_:_:)``, and `appendOnly`.
    package func remove<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Bool {
        if Owner.isAppendOnly { throw StoreError.appendOnly(type) }
        let binding = try registry.binding(type)
        // Not through the method for several ids: its array would be built by unspecialized code.
        let value = try StoreError.typed { try Owner.storedID(id).value }
        return try delete([value], binding.definition) > 0
    }

    /// Deletes the objects with some ids at once, so references between them deny nothing.
    /// - Returns: The number of deleted objects.
    package func remove<Owner: Entity>(
        _ type: Owner.Type, _ ids: [Owner.ID]
    ) throws(StoreError) -> Int {
        if Owner.isAppendOnly { throw StoreError.appendOnly(type) }
        let binding = try registry.binding(type)
        let values = try StoreError.typed { try ids.map { try Owner.storedID($0).value } }
        return try delete(values, binding.definition)
    }

    /// Deletes objects of any entities at once, so references between them deny nothing.
    /// - Returns: The number of deleted objects.
    package func remove(_ objects: [any Entity]) throws(StoreError) -> Int {
        var groups: [String: ObjectIDs] = [:]
        func add<Owner: Entity>(_ object: Owner) throws(StoreError) {
            if Owner.isAppendOnly { throw StoreError.appendOnly(Owner.self) }
            let definition = try registry.binding(Owner.self).definition
            let id = try StoreError.typed { try Owner.storedID(object.id).value }
            groups[Owner.entityName, default: ObjectIDs([], of: definition)].ids.append(id)
        }
        for object in objects { try add(object) }
        return try delete(groups.sorted { $0.key < $1.key }.map(\.value))
    }
}
