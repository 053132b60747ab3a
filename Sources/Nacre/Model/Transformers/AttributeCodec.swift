/// The stages of one attribute, which convert its value to the stored one, and back. Generated code
/// makes one for each `@Attribute(.transformed(by: ...))`; code written by hand passes it to
/// ``Attribute``.
///
/// A property with stages of its own may have any `Sendable` type. If the property is optional, nil
/// stays nil and no stage sees it.
public struct AttributeCodec<Value: Sendable, Stored: AttributeValue>: Sendable {
    let stages: [String]
    let transform: @Sendable (Value) throws -> Stored
    let reverse: @Sendable (Stored) throws -> Value

    private init(_ transformer: Transformer<Value, Stored>) {
        stages = transformer.stages
        transform = transformer.transform
        reverse = transformer.reverse
    }

    // If the property is optional and a stage accepts optionals too, as JSON does, both kinds of
    // initialiser match. Then the ones further down must be chosen: the others would store nil as a
    // value.

    /// Makes the coding of an attribute with one stage.
    /// - Parameters:
    ///   - path: The path of the property, which gives its type.
    ///   - first: The stage.
    @_disfavoredOverload
    public init<Owner>(_ path: KeyPath<Owner, Value>, by first: Transformer<Value, Stored>) {
        self.init(first)
    }

    /// Makes the coding of an attribute with two stages.
    @_disfavoredOverload
    public init<Owner, A>(
        _ path: KeyPath<Owner, Value>, by first: Transformer<Value, A>,
        _ second: Transformer<A, Stored>
    ) {
        self.init(first.then(second))
    }

    /// Makes the coding of an attribute with three stages.
    @_disfavoredOverload
    public init<Owner, A, B>(
        _ path: KeyPath<Owner, Value>, by first: Transformer<Value, A>,
        _ second: Transformer<A, B>, _ third: Transformer<B, Stored>
    ) {
        self.init(first.then(second).then(third))
    }

    /// Makes the coding of an optional attribute with one stage for values that are not nil.
    public init<Owner, W, S>(_ path: KeyPath<Owner, W?>, by first: Transformer<W, S>)
    where Value == W?, Stored == S? {
        stages = first.stages
        transform = { try $0.map(first.transform) }
        reverse = { try $0.map(first.reverse) }
    }

    /// Makes the coding of an optional attribute with two stages for values that are not nil.
    public init<Owner, W, A, S>(
        _ path: KeyPath<Owner, W?>, by first: Transformer<W, A>, _ second: Transformer<A, S>
    ) where Value == W?, Stored == S? {
        self.init(path, by: first.then(second))
    }

    /// Makes the coding of an optional attribute with three stages for values that are not nil.
    public init<Owner, W, A, B, S>(
        _ path: KeyPath<Owner, W?>, by first: Transformer<W, A>, _ second: Transformer<A, B>,
        _ third: Transformer<B, S>
    ) where Value == W?, Stored == S? {
        self.init(path, by: first.then(second).then(third))
    }

    /// Writes a value through the stages.
    public func encode(_ value: Value, into row: inout ObjectEncoder) throws {
        try transform(value).encode(into: &row)
    }

    /// Reads a value back through the stages.
    public func decode(from row: inout ObjectDecoder) throws -> Value {
        try reverse(Stored.decode(from: &row))
    }
}
