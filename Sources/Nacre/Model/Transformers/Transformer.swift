internal import NacreFormat

/// A conversion of a value to the stored one, and back. Both directions may throw; `reverse` undoes
/// `transform`.
///
/// A type's own transformer makes it ``Storable``. The stages of one attribute are transformers
/// too: `@Attribute(.transformed(by: .json, .lz4))`. They are applied from left to right on writing
/// and in reverse on reading. The store keeps their names and refuses to open with other ones.
///
/// Both closures are called on any thread, and concurrently if many objects are read.
///
/// ```swift
/// extension Transformer where Value == String, Stored == String {
///     static var reversed: Self {
///         Transformer(
///             "reversed", transform: { String($0.reversed()) },
///             reverse: { String($0.reversed()) })
///     }
/// }
/// ```
public struct Transformer<Value: Sendable, Stored: Sendable>: Sendable {
    /// The stage names as the store keeps them. A stage without a name has `custom`.
    public let stages: [String]
    /// The conversion of a value to the stored one.
    public let transform: @Sendable (Value) throws -> Stored
    /// The conversion of a stored value back.
    public let reverse: @Sendable (Stored) throws -> Value

    /// Makes a conversion with a name.
    /// - Parameters:
    ///   - name: The name of the stage: 1 to 50 ASCII letters, digits, points, hyphens or `@`. It
    ///     is not `custom`, and does not begin with `ordered.`, `opaque.`, `key.` or `derived@`.
    ///     Give a stage another name, such as `"money@2"`, when it begins to store values
    ///     differently. A store with the name `custom` was written when stages needed no name; it
    ///     adopts this one.
    ///   - keepsEquality: Whether equal values are always stored equally. A stage that encrypts
    ///     with a new random number each time declares `false`, and so does the attribute with the
    ///     stage: `.transformed(by: ..., keepsEquality: false)`. The store keeps this with the
    ///     name.
    ///   - keepsOrder: Whether a lesser value is always stored as a lesser one. Then an attribute
    ///     with this stage can be compared and sorted by order, if it declares that too:
    ///     `.transformed(by: ..., keepsOrder: true)`. The store keeps this with the name. A stage
    ///     that does not keep equality does not keep the order either.
    ///   - transform: Converts a value to the stored one.
    ///   - reverse: Converts a stored value back.
    public init(
        _ name: String, keepsEquality: Bool = true, keepsOrder: Bool = false,
        transform: @escaping @Sendable (Value) throws -> Stored,
        reverse: @escaping @Sendable (Stored) throws -> Value
    ) {
        let stage = Pipeline.stage(name, keepsEquality: keepsEquality, keepsOrder: keepsOrder)
        self.init(stages: [stage], transform: transform, reverse: reverse)
    }

    /// Makes a conversion without a name: a type's own ``Storable/transformer``, or one to use by
    /// itself. It cannot be a stage of an attribute: opening a store with it fails, because the
    /// store could not distinguish it from another one.
    /// - Parameters:
    ///   - transform: Converts a value to the stored one.
    ///   - reverse: Converts a stored value back.
    public init(
        transform: @escaping @Sendable (Value) throws -> Stored,
        reverse: @escaping @Sendable (Stored) throws -> Value
    ) {
        self.init(stages: [Pipeline.unnamedStage], transform: transform, reverse: reverse)
    }

    @usableFromInline
    init(
        stages: [String],
        transform: @escaping @Sendable (Value) throws -> Stored,
        reverse: @escaping @Sendable (Stored) throws -> Value
    ) {
        self.stages = stages
        self.transform = transform
        self.reverse = reverse
    }

    /// Returns this conversion followed by another one.
    public func then<Next>(_ next: Transformer<Stored, Next>) -> Transformer<Value, Next> {
        Transformer<Value, Next>(
            stages: stages + next.stages,
            transform: { [transform] in try next.transform(transform($0)) },
            reverse: { [reverse] in try reverse(next.reverse($0)) })
    }
}
