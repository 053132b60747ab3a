/// An optional whose type is known only at run time.
protocol OptionalValue: SendableMetatype {
    /// The value of this type that holds nothing.
    static var nothing: Any { get }
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    static var nothing: Any { Self.none as Any }
    var wrappedValue: Any? { self }
}
