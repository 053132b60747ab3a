/// A property that leads to one object: a ``Ref``, an entity by value, or an optional of these.
public protocol ToOneValue: ReferringValue {
    /// The entity of the object. The name is unlikely in user code, because inside an entity it
    /// hides the user's types of that name.
    associatedtype ReferenceTarget: Entity
}

/// A value that leads to one object and cannot be nil: a ``Ref`` or an entity by value. The element
/// type of arrays and sets of references.
public protocol ReferenceElement: ToOneValue, AttributeValue {}

extension Ref: ReferenceElement {
    /// The entity of the object.
    public typealias ReferenceTarget = Target
}

extension Optional: ToOneValue where Wrapped: ToOneValue {
    /// The entity of the object.
    public typealias ReferenceTarget = Wrapped.ReferenceTarget
}

/// A property that leads to several objects: an array or a set of ``Ref`` or of entities by value,
/// or an optional of these.
public protocol ToManyValue: ReferringValue {
    /// The entity of the objects.
    associatedtype Referred: Entity
}

extension Array: ToManyValue where Element: ReferenceElement {
    /// The entity of the objects.
    public typealias Referred = Element.ReferenceTarget
}

extension Set: ToManyValue where Element: ReferenceElement {
    /// The entity of the objects.
    public typealias Referred = Element.ReferenceTarget
}

extension Optional: ToManyValue where Wrapped: ToManyValue {
    /// The entity of the objects.
    public typealias Referred = Wrapped.Referred
}
