/// The stages of one attribute, which convert its value to the stored one, and back. Generated code
/// makes one for each `@Attribute(.transformed(by: ...))`; code written by hand passes it to
/// ``Attribute``.
///
/// A property with stages of its own may have any `Sendable` type. If the property is optional, nil
/// stays nil and no stage sees it.
public struct AttributeCodec<Value: Sendable, Stored: AttributeValue>: Sendable {
    let transformer: Transformer<Value, Stored>

    var stages: [String] { transformer.stages }

    /// The types of the values that the stages take from the store.
    var needs: [any Sendable.Type] { transformer.contextual?.needs ?? [] }

    private init(_ transformer: Transformer<Value, Stored>) { self.transformer = transformer }

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
        self.init(first.lifted({ try $0.map($1) }, { try $0.map($1) }))
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

    /// Makes the coding of an array whose elements go through a stage.
    /// - Parameters:
    ///   - path: The path of the property, which gives its type.
    ///   - stage: The stage of each element.
    public init<Owner, Element: Sendable, S>(
        _ path: KeyPath<Owner, [Element]>, elementsBy stage: Transformer<Element, S>
    ) where Value == [Element], Stored == [S] {
        self.init(stage.lifted({ try $0.map($1) }, { try $0.map($1) }))
    }

    /// Makes the coding of an array whose elements go through two stages.
    public init<Owner, Element: Sendable, A, S>(
        _ path: KeyPath<Owner, [Element]>, elementsBy first: Transformer<Element, A>,
        _ second: Transformer<A, S>
    ) where Value == [Element], Stored == [S] {
        self.init(path, elementsBy: first.then(second))
    }

    /// Makes the coding of a set whose elements go through a stage.
    /// - Parameters:
    ///   - path: The path of the property, which gives its type.
    ///   - stage: The stage of each element.
    public init<Owner, Element: Sendable, S>(
        _ path: KeyPath<Owner, Set<Element>>, elementsBy stage: Transformer<Element, S>
    ) where Value == Set<Element>, Stored == Set<S> {
        self.init(stage.lifted({ Set(try $0.map($1)) }, { Set(try $0.map($1)) }))
    }

    /// Makes the coding of a set whose elements go through two stages.
    public init<Owner, Element: Sendable, A, S>(
        _ path: KeyPath<Owner, Set<Element>>, elementsBy first: Transformer<Element, A>,
        _ second: Transformer<A, S>
    ) where Value == Set<Element>, Stored == Set<S> {
        self.init(path, elementsBy: first.then(second))
    }

    /// Writes a value through the stages.
    public func encode(_ value: Value, into row: inout ObjectEncoder) throws {
        let stored =
            transformer.contextual == nil
            ? try transformer.transform(value)
            : try transformer.transform(value, in: row.stageContext)
        try stored.encode(into: &row)
    }

    /// Reads a value back through the stages.
    public func decode(from row: inout ObjectDecoder) throws -> Value {
        guard transformer.contextual != nil else {
            return try transformer.reverse(Stored.decode(from: &row))
        }
        return try transformer.reverse(Stored.decode(from: &row), in: row.stageContext)
    }

    /// Returns a value as a property of a struct in a collection, through the stages.
    public func nested(_ value: Value) throws -> NestedValue {
        try transformer.transform(value).nested()
    }

    /// Returns the stored form of a value.
    func nested(_ value: Value, in context: StageContext) throws -> NestedValue {
        try transformer.transform(value, in: context).nested()
    }

    /// Reads a property of a struct in a collection back through the stages.
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - nested: The struct.
    public func member(_ name: String, of nested: NestedValue) throws -> Value {
        try transformer.reverse(nested.member(name, Stored.self))
    }

    /// Reads a property with a default, which applies to structs that were stored before the
    /// property existed.
    public func member(
        _ name: String, of nested: NestedValue, default defaultValue: @autoclosure () -> Value
    ) throws -> Value {
        nested.has(name, Stored.self) ? try member(name, of: nested) : defaultValue()
    }
}
