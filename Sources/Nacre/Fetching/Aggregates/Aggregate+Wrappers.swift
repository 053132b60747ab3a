public import NacreEngine
internal import NacreFormat

// User-defined types that are stored as numbers and can be added, such as `Money`.
// `AdditiveArithmetic` indicates that sums of the type are meaningful; sums of enum raw values are
// not. The overloads are disfavored because the number types conform to `AdditiveArithmetic` too.

extension Aggregate where Result: Storable & AdditiveArithmetic, Result.Stored: Summable {
    /// Makes an aggregate that sums an attribute whose type is stored as a number, such as `Money`,
    /// stored as its cents. The transformer must be additive: the stored form of a sum must be the
    /// sum of the stored forms.
    /// - Parameter field: The attribute.
    /// - Returns: An aggregate that is zero if there are no objects. Evaluating it throws an error
    ///   if the sum overflows.
    @_disfavoredOverload
    public static func sum(
        _ field: KeyPath<Owner.Fields, Field<Owner, Result>>
    ) -> Aggregate {
        wrapped(Owner.Fields(FieldPath())[keyPath: field])
    }

    /// Makes an aggregate that sums an optional attribute whose type is stored as a number; nil
    /// adds nothing.
    /// - Parameter field: The attribute.
    /// - Returns: An aggregate that is zero if there are no objects. Evaluating it throws an error
    ///   if the sum overflows.
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
    /// Returns the sum of an attribute over the objects of a request. The attribute's type is
    /// stored as a number and can be added, such as `Money`, stored as its cents. The transformer
    /// must be additive: the stored form of a sum must be the sum of the stored forms.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to sum over. Its limit and offset apply.
    /// - Throws: `invalidValue` if the sum overflows or if the filter holds a value that cannot be
    ///   stored, and any error from reading.
    @_disfavoredOverload
    public func sum<Owner: Entity, Value: Storable & AdditiveArithmetic>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value where Value.Stored: Summable {
        try source.aggregate(.sum(field), request)
    }

    /// Returns the sum of an optional attribute over the objects of a request that have a value.
    /// The attribute's type is stored as a number and can be added.
    /// - Parameters:
    ///   - field: The attribute.
    ///   - request: The objects to sum over. Its limit and offset apply.
    /// - Throws: `invalidValue` if the sum overflows or if the filter holds a value that cannot be
    ///   stored, and any error from reading.
    @_disfavoredOverload
    public func sum<Owner: Entity, Value: Storable & AdditiveArithmetic>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value?>>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Value where Value.Stored: Summable {
        try source.aggregate(.sum(field), request)
    }
}
