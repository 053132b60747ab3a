internal import NacreEngine
internal import NacreFormat

/// Setting single properties.
extension WriteTransaction {
    /// Sets one property of the object with an id, without reading the others:
    ///
    /// ```swift
    /// try changes.update(Document.self, "d1", set: \.views, to: 5)
    /// ```
    /// Only the object's record is written. Its large values, which are stored outside of the
    /// record, are neither read nor written. The whole object is read, and written as by
    /// ``update(_:_:_:)``, if its type has rules, hooks, derived attributes, objects by value or
    /// stages that need it, or if the path leads to a part of a property.
    /// - Parameters:
    ///   - type: The object's type.
    ///   - id: The object's id.
    ///   - path: The path of the property.
    ///   - value: The new value.
    /// - Throws: ``StoreError``: `noSuchObject` if there is no object with the id, and the errors
    ///   of ``update(_:)``.
    public func update<Owner: Entity, Value: AttributeValue>(
        _ type: Owner.Type, _ id: Owner.ID, set path: WritableKeyPath<Owner, Value>,
        to value: Value
    ) throws(StoreError) where Owner.Mutability == Mutable {
        let binding = try registry.binding(type)
        if let property = binding.independentProperty(path), willSave(binding) == nil,
            try set(property, of: id, to: value, binding)
        {
            return
        }
        _ = try StoreError.typed { try update(type, id) { $0[keyPath: path] = value } }
    }

    /// Sets one property of the object with an id: `try changes.update(id, set: \.views, to: 5)`.
    /// See ``update(_:_:set:to:)``.
    public func update<Owner: Entity, Value: AttributeValue>(
        _ id: ObjectID<Owner>, set path: WritableKeyPath<Owner, Value>, to value: Value
    ) throws(StoreError) where Owner.ID == ObjectID<Owner>, Owner.Mutability == Mutable {
        try update(Owner.self, id, set: path, to: value)
    }

    /// - Returns: Whether the property was set. If not, the whole object must be written.
    private func set<Owner: Entity>(
        _ property: Int, of id: Owner.ID, to value: some AttributeValue,
        _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> Bool {
        let definition = binding.definition
        let stored = try StoreError.typed { try Owner.storedID(id).value }
        let found = try binding.reader.record(with: stored, of: nil, in: changes)
        guard let found else { throw StoreError.noSuchObject(Owner.self, id) }
        let ordinals = binding.storedOrdinals[property]
        guard let draft = try changes.draft(of: found, definition, without: ordinals) else {
            return false
        }
        var row = ObjectEncoder(draft, binding.rows.table, at: binding.model.starts[property])
        do { try value.encode(into: &row) } catch {
            throw binding.notStorable(row.ordinal, NestedValue(.value(stored)).jsonText, error)
        }
        try StoreError.typed { try changes.update(draft, of: definition, replacing: found) }
        return true
    }
}

extension EntityBinding {
    /// Returns the index of a property that can be written without the rest of its object; nil if
    /// there is none at the path.
    fileprivate func independentProperty(_ path: AnyKeyPath) -> Int? {
        guard whole == nil, checks.isEmpty, !model.holdsObjects, !model.derivesValues,
            !keepsStored, reader.foreignOrdinals.isEmpty,
            let property = model.attributes.firstIndex(where: { $0.path as AnyKeyPath == path })
        else { return nil }
        let attribute = model.attributes[property]
        return attribute.isID || !attribute.stages.isEmpty ? nil : property
    }
}
