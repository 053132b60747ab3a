public import NacreEngine
internal import NacreFormat

// Types of one's own that are stored as numbers and can be added: `Money`. That a type is
// `AdditiveArithmetic` says that its sums mean something; those of raw values of an enum do not.
// Disfavored, since numbers are such types as well.

extension Aggregate where Result: Storable & AdditiveArithmetic, Result.Stored: Summable {
    /// The sum of an attribute whose type is stored as a number, `Money` as its cents. What the
    /// transformer makes of a sum has to be the sum of what it makes of the parts.
    /// - Parameter field: the attribute.
    /// - Returns: an aggregate that is zero of no objects, and an error where there is no room for
    ///   the sum.
    @_disfavoredOverload
    public static func sum(
        _ field: KeyPath<Owner.Fields, Field<Owner, Result>>
    ) -> Aggregate {
        wrapped(Owner.Fields(FieldPath())[keyPath: field])
    }

    /// The sum of an attribute whose type is stored as a number; nil adds nothing.
    /// - Parameter field: the attribute.
    /// - Returns: an aggregate that is zero of no objects, and an error where there is no room for
    ///   the sum.
    @_disfavoredOverload
    public static func sum(
        _ field: KeyPath<Owner.Fields, Field<Owner, Result?>>
    ) -> Aggregate {
        wrapped(Owner.Fields(FieldPath())[keyPath: field])
    }

    private static func wrapped<Member>(_ field: Field<Owner, Member>) -> Aggregate {
        Aggregate(.sum(field.fieldPath.attributePath), problem: field.problem) {
            try Result.decode(from: NestedValue(.value($0)))
        }
    }
}

extension Reader where Self: ~Escapable {
    /// The sum of an attribute over the objects of a request, of a type that is stored as a number
    /// and can be added: `Money` as its cents. What the transformer makes of a sum has to be the
    /// sum of what it makes of the parts.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if there is no room for the sum or if the filter holds a value that
    ///   cannot be stored, and what reading throws.
    @_disfavoredOverload
    public func sum<Owner: Entity, Value: Storable & AdditiveArithmetic>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value where Value.Stored: Summable {
        try source.aggregate(.sum(field), request)
    }

    /// The sum of an attribute over the objects of a request that have one, of a type that is
    /// stored as a number and can be added.
    /// - Parameters:
    ///   - field: the attribute.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if there is no room for the sum or if the filter holds a value that
    ///   cannot be stored, and what reading throws.
    @_disfavoredOverload
    public func sum<Owner: Entity, Value: Storable & AdditiveArithmetic>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value?>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value where Value.Stored: Summable {
        try source.aggregate(.sum(field), request)
    }
}
