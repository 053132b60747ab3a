/// A field that filters can test: an attribute, ``Field``, or a part of its value, ``InnerField``.
/// The operations available depend on the type of the value.
public protocol FilterableField<Root, Value>: Sendable {
    /// The type that the filter applies to: an entity, or the element of a collection.
    associatedtype Root
    /// The type of the tested value.
    associatedtype Value
    /// The subject of the tests.
    var filterSubject: FilterSubject { get }
}

extension Field: FilterableField {
    /// The subject of the tests: the attribute.
    public var filterSubject: FilterSubject {
        FilterSubject(fieldPath, owner: optionalOwner, problem: problem)
    }
}
