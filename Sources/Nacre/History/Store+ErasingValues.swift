public import NacreEngine
internal import NacreFormat

/// Erasing single values with all of their past.
extension Store {
    /// Removes the values that an optional property has, or has had, in an object: it becomes nil
    /// in the object and in all of its former versions. The rest of them stays.
    ///
    /// ```swift
    /// let report = try store.erase(User.self, "u-4711", attribute: \.email)
    /// ```
    /// The present object is changed first, by a change like any other, with its rules and hooks.
    /// Then the files are rewritten as by ``erase(_:_:)``, which says what is out of reach.
    /// Properties that are derived become nil in former versions, because they may be derived from
    /// the value. Values of properties of other objects, and of other properties of this one, stay.
    ///
    /// The call waits for running changes and compactions, and may be made from any thread, but
    /// not inside a change.
    /// - Parameters:
    ///   - type: The object's type.
    ///   - id: The object's id. If the object was deleted, its former versions lose the value.
    ///   - path: The path of a property that is one stored attribute. The properties of an embedded
    ///     struct are not erased one by one.
    /// - Returns: What was removed.
    /// - Throws: ``StoreError``: `invalidValue` for an id, a unique property, one that is derived,
    ///   and a path that leads to no stored property; the errors of updating an object and of
    ///   ``erase(_:_:)``.
    @discardableResult
    public func erase<Owner: Entity, Value>(
        _ type: Owner.Type, _ id: Owner.ID, attribute path: WritableKeyPath<Owner, Value?>
    ) throws(StoreError) -> EraseReport where Owner.Mutability == Mutable {
        try erase(type, id, path, nil, isNil: true)
    }

    /// Removes the values that a property has, or has had, in an object: the replacement takes
    /// their place in the object and in all of its former versions. See ``erase(_:_:attribute:)``.
    ///
    /// ```swift
    /// try store.erase(User.self, "u-4711", attribute: \.name, replacement: "erased")
    /// ```
    /// - Parameters:
    ///   - type: The entity.
    ///   - id: The object's id.
    ///   - path: The property. It must be stored as one attribute.
    ///   - replacement: The value in their place, at most 64 KiB as it is stored.
    /// - Throws: ``StoreError``: `noSuchObject` if the object was deleted, `invalidValue` also
    ///   for a longer replacement, and the errors of ``erase(_:_:attribute:)``.
    @discardableResult
    public func erase<Owner: Entity, Value>(
        _ type: Owner.Type, _ id: Owner.ID, attribute path: WritableKeyPath<Owner, Value>,
        replacement: Value
    ) throws(StoreError) -> EraseReport where Owner.Mutability == Mutable {
        try erase(type, id, path, replacement, isNil: false)
    }

    private func erase<Owner: Entity, Value>(
        _ type: Owner.Type, _ id: Owner.ID, _ path: WritableKeyPath<Owner, Value>,
        _ replacement: Value, isNil: Bool
    ) throws(StoreError) -> EraseReport where Owner.Mutability == Mutable {
        let binding = try registry.binding(type)
        let ordinal = try binding.ordinal(ofProperty: path)
        let attribute = binding.definition.schema.attributes[ordinal].name
        let entity = binding.model.name
        let stored = try StoredValue(of: id, in: Owner.self).value
        return try StoreError.typed {
            try database.erase(attribute: attribute, of: (entity, stored)) { body in
                try performChanges(author: "erase") { transaction in
                    let changes = transaction.changes
                    return try body(changes) {
                        guard try changes.find(stored, in: entity) != nil else {
                            // Only nil is known without an object that has it.
                            if isNil { return .null }
                            throw StoreError.noSuchObject(Owner.self, id)
                        }
                        _ = try transaction.update(type, id) { $0[keyPath: path] = replacement }
                        // In the form in which stages and transformers store it.
                        return try changes.find(stored, in: entity)?.values[ordinal] ?? .null
                    }
                }
            }
        }
    }
}

extension EntityBinding {
    /// Returns the place in the schema of a property that is stored as one attribute.
    /// - Throws: `invalidValue` for any other path.
    fileprivate func ordinal(ofProperty path: AnyKeyPath) throws(StoreError) -> Int {
        let property = model.attributes.firstIndex { $0.path as AnyKeyPath == path }
        guard let property, storedOrdinals[property].count == 1 else {
            throw StoreError(
                .invalidValue,
                "The path leads to no property of '\(model.name)' that is one stored attribute.")
        }
        return storedOrdinals[property][0]
    }
}
