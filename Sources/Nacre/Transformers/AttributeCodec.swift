/// The stages of one attribute: from its value to what is stored, and back. Generated code makes
/// one for each `@Attribute(.transformed(by: ...))`; by hand, pass it to ``Attribute``.
///
/// With stages of its own, a property may be of any `Sendable` type. Where the property is
/// optional, nil stays nil and no stage sees it.
public struct AttributeCodec<Value: Sendable, Stored: AttributeValue>: Sendable {
    let stages: [String]
    let transform: @Sendable (Value) throws -> Stored
    let reverse: @Sendable (Stored) throws -> Value

    private init(_ transformer: Transformer<Value, Stored>) {
        stages = transformer.stages
        transform = transformer.transform
        reverse = transformer.reverse
    }

    // Where the property is optional and a stage takes optionals too, as JSON does, both kinds of
    // initialiser fit: those further down are meant, or nil would be stored as a value.

    /// - Parameters:
    ///   - path: to the property; it gives its type.
    ///   - first: the only stage.
    @_disfavoredOverload
    public init<Owner>(_ path: KeyPath<Owner, Value>, by first: Transformer<Value, Stored>) {
        self.init(first)
    }

    /// Two stages.
    @_disfavoredOverload
    public init<Owner, A>(
        _ path: KeyPath<Owner, Value>, by first: Transformer<Value, A>,
        _ second: Transformer<A, Stored>
    ) {
        self.init(first.then(second))
    }

    /// Three stages.
    @_disfavoredOverload
    public init<Owner, A, B>(
        _ path: KeyPath<Owner, Value>, by first: Transformer<Value, A>,
        _ second: Transformer<A, B>, _ third: Transformer<B, Stored>
    ) {
        self.init(first.then(second).then(third))
    }

    /// One stage for the value of an optional property.
    public init<Owner, W, S>(_ path: KeyPath<Owner, W?>, by first: Transformer<W, S>)
    where Value == W?, Stored == S? {
        stages = first.stages
        transform = { try $0.map(first.transform) }
        reverse = { try $0.map(first.reverse) }
    }

    /// Two stages for the value of an optional property.
    public init<Owner, W, A, S>(
        _ path: KeyPath<Owner, W?>, by first: Transformer<W, A>, _ second: Transformer<A, S>
    ) where Value == W?, Stored == S? {
        self.init(path, by: first.then(second))
    }

    /// Three stages for the value of an optional property.
    public init<Owner, W, A, B, S>(
        _ path: KeyPath<Owner, W?>, by first: Transformer<W, A>, _ second: Transformer<A, B>,
        _ third: Transformer<B, S>
    ) where Value == W?, Stored == S? {
        self.init(path, by: first.then(second).then(third))
    }

    /// Writes a value through the stages.
    public func encode(_ value: Value, into row: inout RowEncoder) throws {
        try transform(value).encode(into: &row)
    }

    /// Reads a value back through the stages.
    public func decode(from row: inout RowDecoder) throws -> Value {
        try reverse(Stored.decode(from: &row))
    }
}
