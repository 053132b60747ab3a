/// A property that leads to one object: ``Ref``, an entity by value, and optionals of these.
public protocol ToOneValue: ReferringValue {
    /// The entity of the object. Its name is one that no model has: inside of an entity it hides
    /// the user's types of that name.
    associatedtype ReferenceTarget: Entity
}

/// A value that leads to one object and cannot be nil, ``Ref`` and an entity by value: what arrays
/// and sets of references consist of.
public protocol ReferenceElement: ToOneValue, AttributeValue {}

extension Ref: ReferenceElement {
    /// The entity of the object.
    public typealias ReferenceTarget = Target
}

extension Optional: ToOneValue where Wrapped: ToOneValue {
    /// The entity of the object.
    public typealias ReferenceTarget = Wrapped.ReferenceTarget
}

/// A property that leads to several objects: arrays and sets of ``Ref`` and of entities by
/// value, and optionals of these.
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
