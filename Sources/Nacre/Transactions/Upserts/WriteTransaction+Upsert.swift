public import NacreEngine
internal import NacreFormat

extension WriteTransaction {
    // MARK: Upserts by id

    /// Replaces the object with the same id, or adds it; another name of ``save(_:)``.
    @discardableResult
    public func upsert<Owner: Entity>(
        _ object: Owner
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        try save(object)
    }

    /// Replaces the objects with the same ids, or adds them.
    /// - Throws: The errors of ``save(_:)``. Objects before the failing one stay, see
    ///   ``savepoint(_:)``.
    public func upsert<Owner: Entity>(
        contentsOf objects: some Sequence<Owner>
    ) throws(StoreError) where Owner.Mutability == Mutable {
        let binding = try registry.binding(Owner.self)
        guard !binding.upsertRules.isEmpty else {
            return try writeAll(objects, as: .save, binding)
        }
        try forEach(objects, binding, storesEach: false) { object throws(StoreError) in
            _ = try putByRules(object, binding)
        }
    }

    // MARK: Upserts by unique values

    /// Adds an object, unless there is one with the same value of a unique attribute.
    ///
    /// ```swift
    /// let oslo = try changes.upsert(City(code: "NO-OSL", name: "Oslo"), on: \.code)
    /// ```
    /// - Parameters:
    ///   - object: The object. If it replaces another one, its own id is not used.
    ///   - field: A unique attribute; nil never equals nil.
    ///   - conflict: The action if there is such an object. Without it, the policy that
    ///     `.unique(conflict:)` declares, or ``UpsertConflict/replace`` if none or `.error` is
    ///     declared.
    /// - Returns: The object as it is in the store now.
    /// - Throws: ``StoreError``: `uniqueViolation` if that is the action, or if a third object has
    ///   other unique values of this one; and the errors of ``save(_:)``.
    @discardableResult
    public func upsert<Owner: Entity, Member: FieldProtocol>(
        _ object: Owner, on field: KeyPath<Owner.UniqueFields, Member>,
        conflict: UpsertConflict<Owner>? = nil
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        let name = Owner.UniqueFields(FieldPath())[keyPath: field].fieldPath.name
        return try upsert(object, on: [name], conflict)
    }

    /// Adds several objects, each unless there is one with the same value of a unique attribute.
    /// - Throws: The errors of ``upsert(_:on:conflict:)``. Objects before the failing one stay, see
    ///   ``savepoint(_:)``.
    public func upsert<Owner: Entity, Member: FieldProtocol>(
        contentsOf objects: some Sequence<Owner>, on field: KeyPath<Owner.UniqueFields, Member>,
        conflict: UpsertConflict<Owner>? = nil
    ) throws(StoreError) where Owner.Mutability == Mutable {
        let name = Owner.UniqueFields(FieldPath())[keyPath: field].fieldPath.name
        try upsert(contentsOf: objects, on: [name], conflict)
    }

    /// Adds an object, unless there is one with the same values of attributes that are unique
    /// together: `changes.upsert(seat, on: \.hall, \.number)`. If one of the values is nil, no
    /// object matches.
    /// - Parameters:
    ///   - object: The object. If it replaces another one, its own id is not used.
    ///   - first: One of the attributes, in any order.
    ///   - second: Another attribute.
    ///   - others: All further attributes of the constraint.
    ///   - conflict: The action, as in ``upsert(_:on:conflict:)``.
    /// - Returns: The object as it is in the store now.
    /// - Throws: The errors of ``upsert(_:on:conflict:)``, and `schemaMismatch` if the attributes
    ///   are not declared unique together.
    @discardableResult
    public func upsert<
        Owner: Entity, First: FieldProtocol, Second: FieldProtocol, each Other: FieldProtocol
    >(
        _ object: Owner, on first: KeyPath<Owner.Fields, First>,
        _ second: KeyPath<Owner.Fields, Second>,
        _ others: repeat KeyPath<Owner.Fields, each Other>,
        conflict: UpsertConflict<Owner>? = nil
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        let names = Owner.names(first, second, repeat each others)
        return try upsert(object, on: names, conflict)
    }

    /// Adds several objects, each unless there is one with the same values of attributes that are
    /// unique together.
    /// - Throws: The errors of the method for one object. Objects before the failing one stay, see
    ///   ``savepoint(_:)``.
    public func upsert<
        Owner: Entity, First: FieldProtocol, Second: FieldProtocol, each Other: FieldProtocol
    >(
        contentsOf objects: some Sequence<Owner>, on first: KeyPath<Owner.Fields, First>,
        _ second: KeyPath<Owner.Fields, Second>,
        _ others: repeat KeyPath<Owner.Fields, each Other>,
        conflict: UpsertConflict<Owner>? = nil
    ) throws(StoreError) where Owner.Mutability == Mutable {
        let names = Owner.names(first, second, repeat each others)
        try upsert(contentsOf: objects, on: names, conflict)
    }

    private func upsert<Owner: Entity>(
        _ object: Owner, on names: [String], _ conflict: UpsertConflict<Owner>?
    ) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        let rule = try UpsertRule(names, conflict, binding)
        return try stored(put(object, rule, binding), binding)
    }

    private func upsert<Owner: Entity>(
        contentsOf objects: some Sequence<Owner>, on names: [String],
        _ conflict: UpsertConflict<Owner>?
    ) throws(StoreError) {
        let binding = try registry.binding(Owner.self)
        let rule = try UpsertRule(names, conflict, binding)
        try forEach(objects, binding, storesEach: rule.conflict.storesEach) {
            object throws(StoreError) in
            _ = try put(object, rule, binding)
        }
    }

    // MARK: Finding or inserting

    /// Returns the object with an id. If there is none, adds the object that the closure makes.
    @discardableResult
    public func findOrInsert<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, _ make: () throws -> Owner
    ) throws -> Owner {
        if let object = try find(type, id) { return object }
        return try insert(try make())
    }

    /// Returns the object with a value of a unique attribute. If there is none, adds the object
    /// that the closure makes.
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
        return try write(try make(), as: .insertAtOnce, try registry.binding(Owner.self))
    }

    /// Returns the object with a value of an optional unique attribute. If there is none, or if the
    /// value is nil, adds the object that the closure makes.
    @discardableResult
    public func findOrInsert<Owner: Entity, Value: Storable & Hashable>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, Field<Owner, Value?>>,
        _ value: Value?, _ make: () throws -> Owner
    ) throws -> Owner {
        if let object = try find(type, field, value) { return object }
        return try write(try make(), as: .insertAtOnce, try registry.binding(Owner.self))
    }

    /// Returns the object with a value of a unique attribute that has stages. If there is none, or
    /// if the value is nil, adds the object that the closure makes.
    @discardableResult
    public func findOrInsert<Owner: Entity, Value, Kept: EqualityPromise>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, StagedField<Owner, Value, Kept>>,
        _ value: Value, _ make: () throws -> Owner
    ) throws -> Owner {
        if let object = try find(type, field, value) { return object }
        return try write(try make(), as: .insertAtOnce, try registry.binding(Owner.self))
    }
}

extension Entity {
    /// Returns the stored names of attributes.
    fileprivate static func names<each Member: FieldProtocol>(
        _ fields: repeat KeyPath<Fields, each Member>
    ) -> [String] {
        let root = Fields(FieldPath())
        var names: [String] = []
        for field in repeat each fields { names.append(root[keyPath: field].fieldPath.name) }
        return names
    }
}
