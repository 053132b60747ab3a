public import NacreEngine
internal import NacreFormat

/// What ``WriteTransaction/upsert(_:on:conflict:)`` does where there is an object with the same
/// value of a unique attribute.
public enum UpsertConflict: Sendable {
    /// Throws `uniqueViolation`.
    case error
    /// Gives the object that is there the values of the new one. It keeps its id.
    case replace
    /// Leaves the object that is there as it is.
    case keepExisting
}

extension WriteTransaction {
    /// Replaces the object with the same id, or adds it: another name of ``save(_:)``.
    @discardableResult
    public func upsert<Owner: Entity>(_ object: Owner) throws(StoreError) -> Owner {
        try save(object)
    }

    /// Replaces the objects with the same ids, or adds them.
    public func upsert<Owner: Entity>(
        contentsOf objects: some Sequence<Owner>
    ) throws(StoreError) {
        try forEach(objects) { object throws(StoreError) in _ = try save(object) }
    }

    /// Adds an object, unless there is one with the same value of a unique attribute.
    ///
    /// ```swift
    /// let oslo = try changes.upsert(City(code: "NO-OSL", name: "Oslo"), on: \.code)
    /// ```
    /// - Parameters:
    ///   - object: where it replaces another one, its own id is not used.
    ///   - field: a unique attribute; nil is never the same as nil.
    ///   - conflict: what to do if there is one.
    /// - Returns: the object as it is in the store now.
    @discardableResult
    public func upsert<Owner: Entity, Value>(
        _ object: Owner, on field: KeyPath<Owner.UniqueFields, Field<Owner, Value>>,
        conflict: UpsertConflict = .replace
    ) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        let path = Owner.UniqueFields(FieldPath())[keyPath: field].fieldPath
        var existing: NacreFormat.Value?
        try write(object, binding) { draft in
            guard let id = try self.existing(path, draft, binding) else {
                try changes.insert(draft, into: binding.definition)
                return true
            }
            existing = id
            switch conflict {
            case .error:
                throw StoreError(
                    .uniqueViolation,
                    "There is an object of '\(binding.model.name)' with this '\(path.name)'"
                        + " already.")
            case .keepExisting: return false
            case .replace:
                guard draft.set(binding.definition.schema.idOrdinal, to: id) else { return false }
                try changes.update(draft, of: binding.definition)
                return true
            }
        }
        guard let existing,
            let stored = try binding.reader.record(with: existing, of: nil, in: changes)
        else { return object }
        return try binding.decode(stored, in: changes)
    }

    /// The same for several objects.
    public func upsert<Owner: Entity, Value>(
        contentsOf objects: some Sequence<Owner>,
        on field: KeyPath<Owner.UniqueFields, Field<Owner, Value>>,
        conflict: UpsertConflict = .replace
    ) throws(StoreError) {
        try forEach(objects) { object throws(StoreError) in
            _ = try upsert(object, on: field, conflict: conflict)
        }
    }

    /// The object with an id; one is made and added if there is none.
    @discardableResult
    public func findOrInsert<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, _ make: () throws -> Owner
    ) throws -> Owner {
        if let object = try find(type, id) { return object }
        return try insert(try make())
    }

    /// The object with a value of a unique attribute; one is made and added if there is none.
    ///
    /// ```swift
    /// let norway = try changes.findOrInsert(Country.self, \.code, "NO") {
    ///     Country(code: "NO", name: "Norway")
    /// }
    /// ```
    @discardableResult
    public func findOrInsert<Owner: Entity, Value: Storable & Hashable>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, Field<Owner, Value>>,
        _ value: Value, _ make: () throws -> Owner
    ) throws -> Owner {
        if let object = try find(type, field, value) { return object }
        return try insert(try make())
    }

    /// The id of the object that has the draft's value of a unique attribute.
    private func existing<Owner: Entity>(
        _ path: FieldPath, _ draft: RecordBuilder, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> NacreFormat.Value? {
        let definition = binding.definition
        guard let ordinal = definition.schema.ordinal(of: path.name) else {
            throw StoreError(
                .unknownAttribute, "'\(binding.model.name)' has no attribute '\(path.name)'.")
        }
        return try StoreError.typed { () throws -> NacreFormat.Value? in
            let value = try draft.value(ordinal)
            guard !value.isNull else { return nil }
            return try binding.reader.record(with: value, of: path, in: changes)
                .map { try changes.id(of: $0) }
        }
    }
}
