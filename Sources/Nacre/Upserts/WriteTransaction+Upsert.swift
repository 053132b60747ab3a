public import NacreEngine
internal import NacreFormat

extension WriteTransaction {
    // MARK: By id

    /// Replaces the object with the same id, or adds it: another name of ``save(_:)``.
    @discardableResult
    public func upsert<Owner: Entity>(
        _ object: Owner
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        try save(object)
    }

    /// Replaces the objects with the same ids, or adds them.
    /// - Throws: as ``save(_:)``; those before stay, see ``savepoint(_:)``.
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

    // MARK: By what is unique

    /// Adds an object, unless there is one with the same value of a unique attribute.
    ///
    /// ```swift
    /// let oslo = try changes.upsert(City(code: "NO-OSL", name: "Oslo"), on: \.code)
    /// ```
    /// - Parameters:
    ///   - object: where it replaces another one, its own id is not used.
    ///   - field: a unique attribute; nil is never the same as nil.
    ///   - conflict: what to do if there is one. Without it, what `.unique(conflict:)` declares, or
    ///     else ``UpsertConflict/replace``.
    /// - Returns: the object as it is in the store now.
    /// - Throws: ``StoreError``: `uniqueViolation` if that is what the conflict asks for, or if
    ///   a third object has other unique values of this one; and as ``save(_:)``.
    @discardableResult
    public func upsert<Owner: Entity, Value>(
        _ object: Owner, on field: KeyPath<Owner.UniqueFields, Field<Owner, Value>>,
        conflict: UpsertConflict<Owner>? = nil
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        let name = Owner.UniqueFields(FieldPath())[keyPath: field].fieldPath.name
        return try upsert(object, on: [name], conflict)
    }

    /// The same for several objects.
    /// - Throws: as ``upsert(_:on:conflict:)``; those before stay, see ``savepoint(_:)``.
    public func upsert<Owner: Entity, Value>(
        contentsOf objects: some Sequence<Owner>,
        on field: KeyPath<Owner.UniqueFields, Field<Owner, Value>>,
        conflict: UpsertConflict<Owner>? = nil
    ) throws(StoreError) where Owner.Mutability == Mutable {
        let name = Owner.UniqueFields(FieldPath())[keyPath: field].fieldPath.name
        try upsert(contentsOf: objects, on: [name], conflict)
    }

    /// Adds an object, unless there is one with the same values of attributes that are unique
    /// together: `changes.upsert(seat, on: \.hall, \.number)`. Where one of them is nil, there is
    /// none.
    /// - Parameters:
    ///   - object: where it replaces another one, its own id is not used.
    ///   - first: one of the attributes, in any order.
    ///   - second: another one.
    ///   - others: all that there are besides.
    ///   - conflict: as in ``upsert(_:on:conflict:)``.
    /// - Returns: the object as it is in the store now.
    /// - Throws: as ``upsert(_:on:conflict:)``, and `schemaMismatch` if the attributes are not
    ///   declared unique together.
    @discardableResult
    public func upsert<Owner: Entity, First, Second, each Value>(
        _ object: Owner, on first: KeyPath<Owner.Fields, Field<Owner, First>>,
        _ second: KeyPath<Owner.Fields, Field<Owner, Second>>,
        _ others: repeat KeyPath<Owner.Fields, Field<Owner, each Value>>,
        conflict: UpsertConflict<Owner>? = nil
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        let names = Owner.names(first, second, repeat each others)
        return try upsert(object, on: names, conflict)
    }

    /// The same for several objects.
    /// - Throws: as for one; those before stay, see ``savepoint(_:)``.
    public func upsert<Owner: Entity, First, Second, each Value>(
        contentsOf objects: some Sequence<Owner>,
        on first: KeyPath<Owner.Fields, Field<Owner, First>>,
        _ second: KeyPath<Owner.Fields, Field<Owner, Second>>,
        _ others: repeat KeyPath<Owner.Fields, Field<Owner, each Value>>,
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

    // MARK: Find or insert

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

    /// The same for an attribute that may be nil: nil is that of no object, so that one is made.
    @discardableResult
    public func findOrInsert<Owner: Entity, Value: Storable & Hashable>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, Field<Owner, Value?>>,
        _ value: Value?, _ make: () throws -> Owner
    ) throws -> Owner {
        if let object = try find(type, field, value) { return object }
        return try insert(try make())
    }
}

extension Entity {
    /// The stored names of attributes.
    fileprivate static func names<each Value>(
        _ fields: repeat KeyPath<Fields, Field<Self, each Value>>
    ) -> [String] {
        let root = Fields(FieldPath())
        var names: [String] = []
        for field in repeat each fields { names.append(root[keyPath: field].fieldPath.name) }
        return names
    }
}
