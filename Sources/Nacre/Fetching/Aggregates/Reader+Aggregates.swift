public import NacreEngine

/// Values computed from many objects. Counts of a range and least or greatest values come from an
/// index, without reading objects, if there is one.
extension Reader where Self: ~Escapable {
    /// Returns the sum of an attribute over the objects of a request. The sum is exact for integers
    /// and decimals; a sum that overflows its type throws `invalidValue`. Integers of less than 64
    /// bits are summed as Int64 or UInt64.
    ///
    /// ```swift
    /// let people = try store.sum(\.population, City.where { $0.country == "NO" })
    /// ```
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to sum over. Its limit and offset apply.
    /// - Throws: `invalidValue` if the sum overflows or if the filter holds a value that cannot be
    ///   stored, and any error from reading.
    public func sum<Owner: Entity, Value: Summable>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value.Sum {
        try source.aggregate(.sum(field), request)
    }

    /// Returns the average of an attribute over the objects of a request, or nil if there are none.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to average over. Its limit and offset apply.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and any error
    ///   from reading.
    public func average<Owner: Entity, Value: Summable>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value.Average? {
        try source.aggregate(.average(field), request)
    }

    /// Returns the least value of an attribute among the objects of a request, or nil if there are
    /// none.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to search. Its limit and offset apply.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and any error
    ///   from reading.
    public func min<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value {
        try source.aggregate(.min(field), request)
    }

    /// Returns the least value of an optional attribute among the objects of a request, or nil if
    /// none has a value.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to search. Its limit and offset apply.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and any error
    ///   from reading.
    public func min<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value? {
        try source.aggregate(.min(field), request)
    }

    /// Returns the greatest value of an attribute among the objects of a request, or nil if there
    /// are none.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to search. Its limit and offset apply.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and any error
    ///   from reading.
    public func max<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value {
        try source.aggregate(.max(field), request)
    }

    /// Returns the greatest value of an optional attribute among the objects of a request, or nil
    /// if none has a value.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to search. Its limit and offset apply.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and any error
    ///   from reading.
    public func max<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value? {
        try source.aggregate(.max(field), request)
    }

    /// Returns the distinct values of an attribute in the objects of a request, in ascending order;
    /// nil comes first and NaN last. Of values that are equal but not identical, such as 0.0 and
    /// -0.0, only one is returned.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to read. Its limit and offset apply.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and any error
    ///   from reading.
    public func distinct<Owner: Entity, Member: GroupField>(
        _ field: KeyPath<Owner.Fields, Member>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] where Member.Root == Owner {
        try source.distinct(Owner.Fields(FieldPath())[keyPath: field], request)
    }
}

// An index in the order of the attribute answers these at once, by counting its entries. Without an
// index, all objects are read.

extension Reader where Self: ~Escapable {
    /// Returns the number of objects whose value of an attribute is less than the given one.
    ///
    /// ```swift
    /// let smaller = try store.rank(of: 500_000, City.self, \.population)
    /// ```
    /// - Parameters:
    ///   - value: The value to compare with. No object needs to have it.
    ///   - type: The entity.
    ///   - field: The attribute.
    /// - Throws: `schemaMismatch` if the attribute belongs to an object that a reference leads to;
    ///   `invalidValue` if the value has no place in the order (NaN) or cannot be stored; and any
    ///   error from reading.
    public func rank<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        of value: Value, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Int where Member.Root == Owner, Member.Value == Value {
        try source.rank(of: value, Owner.Fields(FieldPath())[keyPath: field])
    }

    /// Returns the number of objects whose value of an optional attribute is less than the given
    /// one. Objects without a value do not count.
    /// - Parameters:
    ///   - value: The value to compare with. No object needs to have it.
    ///   - type: The entity.
    ///   - field: The attribute.
    /// - Throws: `schemaMismatch` if the attribute belongs to an object that a reference leads to;
    ///   `invalidValue` if the value has no place in the order (NaN) or cannot be stored; and any
    ///   error from reading.
    public func rank<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        of value: Value, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Int where Member.Root == Owner, Member.Value == Value? {
        try source.rank(of: value, Owner.Fields(FieldPath())[keyPath: field])
    }

    /// Returns a percentile of an attribute: the least value such that at least the given fraction
    /// of all objects have a value no greater than it. NaN values do not count. Returns nil if
    /// there are no other values. A fraction of 0.5 gives the median; of two middle values, the
    /// lower one.
    /// - Parameters:
    ///   - fraction: The fraction, from 0 to 1.
    ///   - type: The entity.
    ///   - field: The attribute.
    /// - Throws: `schemaMismatch` if the attribute belongs to an object that a reference leads to;
    ///   `invalidValue` if the fraction is not from 0 to 1; and any error from reading.
    public func percentile<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ fraction: Double, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value {
        try source.percentile(fraction, Owner.Fields(FieldPath())[keyPath: field])
    }

    /// Returns a percentile of an optional attribute among the objects that have a value other than
    /// NaN, or nil if there are none.
    /// - Parameters:
    ///   - fraction: The fraction, from 0 to 1.
    ///   - type: The entity.
    ///   - field: The attribute.
    /// - Throws: `schemaMismatch` if the attribute belongs to an object that a reference leads to;
    ///   `invalidValue` if the fraction is not from 0 to 1; and any error from reading.
    public func percentile<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        _ fraction: Double, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) throws(StoreError) -> Value? where Member.Root == Owner, Member.Value == Value? {
        try source.percentile(fraction, Owner.Fields(FieldPath())[keyPath: field]) ?? nil
    }
}
