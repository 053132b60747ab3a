/// A property that leads to one object: ``Ref`` and an optional of it.
public protocol ToOneValue: ReferringValue {
    /// The entity of the object.
    associatedtype Target: Entity
}

extension Ref: ToOneValue {}

extension Optional: ToOneValue where Wrapped: ToOneValue {
    /// The entity of the object.
    public typealias Target = Wrapped.Target
}

/// A property that leads to several objects: arrays and sets of ``Ref``, and optionals of these.
public protocol ToManyValue: ReferringValue {
    /// The entity of the objects.
    associatedtype Referred: Entity
}

extension Array: ToManyValue where Element: ToOneValue & Storable {
    /// The entity of the objects.
    public typealias Referred = Element.Target
}

extension Set: ToManyValue where Element: ToOneValue & Storable {
    /// The entity of the objects.
    public typealias Referred = Element.Target
}

extension Optional: ToManyValue where Wrapped: ToManyValue {
    /// The entity of the objects.
    public typealias Referred = Wrapped.Referred
}
