public import NacreEngine

/// Reading, the same of a ``Store``, of a ``Snapshot``, and of a ``WriteTransaction``, which sees
/// its own writes. A function that takes `some Reader & ~Escapable` takes all three.
///
/// A store reads its newest committed state, each call anew; take a snapshot for several reads that
/// must agree. All methods throw ``StoreError`` only: `invalidValue` for a request that makes no
/// sense, `undecodable` for an object that its type cannot read, `corrupt` for damaged bytes,
/// `closed` after the end, `unknownEntity` for a type that the store was not opened with.
public protocol Reader: ~Escapable {
    /// Where to read. For the library.
    var source: ReadSource { get throws(StoreError) }
}

extension Reader where Self: ~Escapable {
    /// The objects of a request, in its order.
    @inlinable
    public func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Owner] {
        try source.fetch(request)
    }

    /// The first object of a request, or nil if there is none.
    @inlinable
    public func first<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Owner? {
        try source.fetch(request.limit(Swift.min(1, request.limit ?? 1))).first
    }

    /// The one object of a request; nil if there is none.
    /// - Throws: `tooManyResults` if there are several, and what `fetch` throws.
    @inlinable
    public func only<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Owner? {
        let objects = try source.fetch(request.limit(Swift.min(2, request.limit ?? 2)))
        guard objects.count < 2 else { throw ReadSource.tooMany(Owner.entityName) }
        return objects.first
    }

    /// The one object that a filter holds for, or nil:
    /// `try store.only(City.self) { $0.name == "Oslo" }`.
    /// - Throws: as ``only(_:)``.
    @inlinable
    public func only<Owner: Entity>(
        _ type: Owner.Type, where filter: (Owner.Fields) -> Filter<Owner>
    ) throws(StoreError) -> Owner? {
        try only(Owner.where(filter))
    }

    /// How many objects a request has. Decodes none.
    public func count<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) -> Int {
        try source.count(request)
    }

    /// One attribute of the objects of a request, in its order. Decodes nothing else.
    ///
    /// ```swift
    /// let names = try store.fetch(\.name, City.all)      // [String]
    /// ```
    public func fetch<Owner: Entity, Member: FieldProtocol>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] where Member.Root == Owner {
        try source.fetch(Owner.Fields(FieldPath())[keyPath: field], request)
    }

    /// Several attributes of the objects of a request, in its order. Decodes nothing else.
    ///
    /// ```swift
    /// for (name, people) in try store.fetch(City.all.select(\.name, \.population)) { ... }
    /// ```
    public func fetch<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>
    ) throws(StoreError) -> [(repeat (each Member).Value)] {
        try source.fetch(projection)
    }

    /// The object with an id, or nil.
    @inlinable
    public func find<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Owner? {
        try source.find(type, StoredValue(of: id, in: type))
    }

    /// The object with an id, or nil.
    @inlinable
    public func find<Owner: Entity>(
        _ id: ObjectID<Owner>
    ) throws(StoreError) -> Owner? where Owner.ID == ObjectID<Owner> {
        try source.find(Owner.self, StoredValue(of: id, in: Owner.self))
    }

    /// The object that a reference leads to; nil if the reference is nil or there is no such
    /// object.
    @inlinable
    public func find<Target: Entity>(
        _ reference: Ref<Target>?
    ) throws(StoreError) -> Target? {
        guard let reference else { return nil }
        return try source.find(Target.self, StoredValue(of: reference.id, in: Target.self))
    }

    /// The object with a value of a unique attribute, or nil.
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

    /// The same by an attribute that may be nil, as it is in any number of objects: nil is that of
    /// none.
    @inlinable
    public func find<Owner: Entity, Value: Storable & Hashable>(
        _ type: Owner.Type, _ field: KeyPath<Owner.UniqueFields, Field<Owner, Value?>>,
        _ value: Value?
    ) throws(StoreError) -> Owner? {
        guard let value else { return nil }
        return try source.find(
            Owner.UniqueFields(FieldPath())[keyPath: field], StoredValue(of: value))
    }
}
