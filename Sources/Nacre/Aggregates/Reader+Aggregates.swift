public import NacreEngine

/// Values that are made of many objects. What an index knows is not looked for in objects: the
/// number of those in a range, and the least or greatest value.
extension Reader where Self: ~Escapable {
    /// The sum of an attribute over the objects of a request. Exact for integers and decimals: one
    /// that its type has no room for throws `invalidValue`. Integers of less than 64 bits are
    /// summed as Int64 or UInt64.
    ///
    /// ```swift
    /// let people = try store.sum(\.population, City.where { $0.country == "NO" })
    /// ```
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if there is no room for the sum or if the filter holds a value that
    ///   cannot be stored, and what reading throws.
    public func sum<Owner: Entity, Value: Summable>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value.Sum {
        try source.aggregate(.sum(field), request)
    }

    /// The average of an attribute over the objects of a request; nil if there are none.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and what reading
    ///   throws.
    public func average<Owner: Entity, Value: Summable>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value.Average? {
        try source.aggregate(.average(field), request)
    }

    /// The least value of an attribute among the objects of a request; nil if there are none.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and what reading
    ///   throws.
    public func min<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value {
        try source.aggregate(.min(field), request)
    }

    /// The least value of an attribute among the objects of a request that have one.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and what reading
    ///   throws.
    public func min<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value? {
        try source.aggregate(.min(field), request)
    }

    /// The greatest value of an attribute among the objects of a request; nil if there are none.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and what reading
    ///   throws.
    public func max<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value {
        try source.aggregate(.max(field), request)
    }

    /// The greatest value of an attribute among the objects of a request that have one.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and what reading
    ///   throws.
    public func max<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value? {
        try source.aggregate(.max(field), request)
    }

    /// The values that an attribute has in the objects of a request, each once, in ascending order;
    /// nil first and NaN last. Of equal values that are not the same, as 0.0 and -0.0, one.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and what reading
    ///   throws.
    public func distinct<Owner: Entity, Member: SingleField>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] where Member.Root == Owner {
        try source.distinct(Owner.Fields(FieldPath())[keyPath: field], request)
    }
}

// Questions that an index in the order of the attribute answers at once, by its number of entries.
// Without one all objects are looked at.

extension Reader where Self: ~Escapable {
    /// How many objects have a lesser value of an attribute.
    ///
    /// ```swift
    /// let smaller = try store.rank(of: 500_000, City.self, \.population)
    /// ```
    /// - Parameters:
    ///   - value: of the attribute; no object need have it.
    ///   - type: the entity.
    ///   - field: the attribute.
    /// - Throws: `schemaMismatch` if it is an attribute of an object that a reference leads to;
    ///   `invalidValue` if the value has no place in the order, as NaN has none, or cannot be
    ///   stored; and what reading throws.
    public func rank<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        of value: Value, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Int where Member.Root == Owner, Member.Value == Value {
        try source.rank(of: value, Owner.Fields(FieldPath())[keyPath: field])
    }

    /// How many objects have a lesser value of an attribute; those without one do not count.
    /// - Parameters:
    ///   - value: of the attribute; no object need have it.
    ///   - type: the entity.
    ///   - field: the attribute.
    /// - Throws: `schemaMismatch` if it is an attribute of an object that a reference leads to;
    ///   `invalidValue` if the value has no place in the order, as NaN has none, or cannot be
    ///   stored; and what reading throws.
    public func rank<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        of value: Value, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Int where Member.Root == Owner, Member.Value == Value? {
        try source.rank(of: value, Owner.Fields(FieldPath())[keyPath: field])
    }

    /// The least value of an attribute such that a fraction of all objects have none that is
    /// greater; nil if there are no objects. With 0.5 it is the median, the lower one of two.
    /// - Parameters:
    ///   - fraction: from 0 to 1.
    ///   - type: the entity.
    ///   - field: the attribute.
    /// - Throws: `schemaMismatch` if it is an attribute of an object that a reference leads to;
    ///   `invalidValue` if the fraction is not from 0 to 1; and what reading throws.
    public func percentile<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ fraction: Double, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value {
        try source.percentile(fraction, Owner.Fields(FieldPath())[keyPath: field])
    }

    /// The same among the objects that have a value of the attribute.
    /// - Parameters:
    ///   - fraction: from 0 to 1.
    ///   - type: the entity.
    ///   - field: the attribute.
    /// - Throws: `schemaMismatch` if it is an attribute of an object that a reference leads to;
    ///   `invalidValue` if the fraction is not from 0 to 1; and what reading throws.
    public func percentile<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ fraction: Double, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value? {
        try source.percentile(fraction, Owner.Fields(FieldPath())[keyPath: field]) ?? nil
    }
}
