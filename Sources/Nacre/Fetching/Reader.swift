public import NacreEngine

/// The read operations that ``Store``, ``Snapshot`` and ``WriteTransaction`` share. A write
/// transaction sees its own writes. A function that takes `some Reader & ~Escapable` accepts all
/// three.
///
/// A store reads its newest committed state, which may change between calls. Take a snapshot for
/// several reads that must be consistent. All methods throw only ``StoreError``: `invalidValue` for
/// an invalid request, `undecodable` for an object that its type cannot read, `corrupt` for damaged
/// bytes, `closed` after the reader was closed, `unknownEntity` for a type that the store was not
/// opened with.
public protocol Reader: ~Escapable {
    /// The source to read from. For the library.
    var source: ReadSource { get throws(StoreError) }
}

extension Reader where Self: ~Escapable {
    /// Returns the objects of a request, in its order.
    @inlinable
    public func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Owner] {
        try source.fetch(request)
    }

    /// Returns the first object of a request, or nil if there is none.
    @inlinable
    public func first<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Owner? {
        try source.fetch(request.limit(Swift.min(1, request.limit ?? 1))).first
    }

    /// Returns the only object of a request, or nil if there is none.
    /// - Throws: `tooManyResults` if there are several, and any error that `fetch` throws.
    @inlinable
    public func only<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Owner? {
        let objects = try source.fetch(request.limit(Swift.min(2, request.limit ?? 2)))
        guard objects.count < 2 else { throw ReadSource.tooMany(Owner.entityName) }
        return objects.first
    }

    /// Returns the only object that matches a filter, or nil if there is none:
    /// `try store.only(City.self) { $0.name == "Oslo" }`.
    /// - Throws: `tooManyResults` if there are several; see ``only(_:)``.
    @inlinable
    public func only<Owner: Entity>(
        _ type: Owner.Type, where filter: (Owner.Fields) -> Filter<Owner>
    ) throws(StoreError) -> Owner? {
        try only(Owner.where(filter))
    }

    /// Returns the number of objects of a request. Decodes none.
    public func count<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) -> Int {
        try source.count(request)
    }

    /// Returns one attribute of the objects of a request, in its order. Decodes nothing else.
    ///
    /// ```swift
    /// let names = try store.fetch(\.name, City.all)      // [String]
    /// ```
    public func fetch<Owner: Entity, Member: FieldProtocol>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] where Member.Root == Owner {
        try source.fetch(Owner.Fields(FieldPath())[keyPath: field], request)
    }

    /// Returns several attributes of the objects of a request, in its order. Decodes nothing else.
    ///
    /// ```swift
    /// for (name, people) in try store.fetch(City.all.select(\.name, \.population)) { ... }
    /// ```
    public func fetch<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>
    ) throws(StoreError) -> [(repeat (each Member).Value)] {
        try source.fetch(projection)
    }

    /// Returns the object with an id, or nil if there is none.
    @inlinable
    public func find<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Owner? {
        try source.find(type, StoredValue(of: id, in: type))
    }

    /// Returns the object with an id, or nil if there is none.
    @inlinable
    public func find<Owner: Entity>(
        _ id: ObjectID<Owner>
    ) throws(StoreError) -> Owner? where Owner.ID == ObjectID<Owner> {
        try source.find(Owner.self, StoredValue(of: id, in: Owner.self))
    }

    /// Returns the object that a reference leads to, or nil if the reference is nil or there is no
    /// such object.
    @inlinable
    public func find<Target: Entity>(
        _ reference: Ref<Target>?
    ) throws(StoreError) -> Target? {
        guard let reference else { return nil }
        return try source.find(Target.self, StoredValue(of: reference.id, in: Target.self))
    }

    /// Returns the object with a value of a unique attribute, or nil if there is none.
    ///
    /// ```swift
    /// let oslo = try store.find(City.self, \.code, "NO-OSL")
    /// ```
    @inlinable
    public func find<Owner: Entity, Value: Storable & Hashable>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, Field<Owner, Value>>,
        _ value: Value
    ) throws(StoreError) -> Owner? {
        try source.find(
            Owner.UniqueFields(FieldPath())[keyPath: field], StoredValue(of: value))
    }

    /// Returns the object with a value of an optional unique attribute, or nil if there is none.
    /// Any number of objects may have nil, so looking up nil returns nil.
    @inlinable
    public func find<Owner: Entity, Value: Storable & Hashable>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, Field<Owner, Value?>>,
        _ value: Value?
    ) throws(StoreError) -> Owner? {
        guard let value else { return nil }
        return try source.find(
            Owner.UniqueFields(FieldPath())[keyPath: field], StoredValue(of: value))
    }

    /// Returns the object with a value of a unique attribute that has stages, or nil if there is
    /// none. No object has a value that is nil or that the stages refuse.
    public func find<Owner: Entity, Value, Kept: EqualityPromise>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, StagedField<Owner, Value, Kept>>,
        _ value: Value
    ) throws(StoreError) -> Owner? {
        let field = Owner.UniqueFields(FieldPath())[keyPath: field]
        let source = try source
        let stored = try field.stagedCoding.lookedUp(value, in: source.registry.stageContext)
        guard let stored else { return nil }
        return try source.find(type, stored, of: field.fieldPath)
    }
}
