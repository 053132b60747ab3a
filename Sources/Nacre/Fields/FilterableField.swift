/// What filters can test: an attribute, ``Field``, or what stands inside of its value,
/// ``InnerField``. What can be asked of it hangs on the type of the value.
public protocol FilterableField<Root, Value>: Sendable {
    /// What the filter is of: an entity, or the element of a collection.
    associatedtype Root
    /// The type of what is tested.
    associatedtype Value
    /// What is tested.
    var filterSubject: FilterSubject { get }
}

extension Field: FilterableField {
    /// What is tested: the attribute.
    public var filterSubject: FilterSubject {
        FilterSubject(fieldPath, owner: optionalOwner, problem: problem)
    }
}
