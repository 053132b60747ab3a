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
    /// The conversions with the values that they take from a store; nil if they take none.
    let contextual: ContextualStage<Value, Stored>?

    /// Makes a conversion with a name.
    /// - Parameters:
    ///   - name: The name of the stage: 1 to 50 ASCII letters, digits, points, hyphens or `@`. It
    ///     is not `custom`, and does not begin with `ordered.`, `text.`, `opaque.`, `key.` or
    ///     `derived@`.
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
    ///   - keepsText: Whether the stage makes text, and one value is stored as the beginning, end
    ///     or another part of another one's text exactly if it is that part of the other value.
    ///     Then an attribute with this stage has `hasPrefix`, `hasSuffix` and `contains`, if it
    ///     declares that too: `.transformed(by: ..., keepsText: true)`. Examples are the text of a
    ///     wrapper of a `String`, and the lower-case letters of a text. The store keeps this with
    ///     the name. A stage that does not keep equality does not keep text either.
    ///   - transform: Converts a value to the stored one.
    ///   - reverse: Converts a stored value back.
    public init(
        _ name: String, keepsEquality: Bool = true, keepsOrder: Bool = false,
        keepsText: Bool = false,
        transform: @escaping @Sendable (Value) throws -> Stored,
        reverse: @escaping @Sendable (Stored) throws -> Value
    ) {
        let stage = Self.stage(
            name, keepsEquality: keepsEquality, keepsOrder: keepsOrder, keepsText: keepsText)
        self.init(stages: [stage], transform: transform, reverse: reverse)
    }

    /// Makes a conversion with a name from closures that return nil for a value that has no
    /// counterpart, such as a failable initialiser.
    /// - Parameters:
    ///   - name: The name of the stage, as for closures that never return nil.
    ///   - keepsEquality: Whether equal values are always stored equally.
    ///   - keepsOrder: Whether a lesser value is always stored as a lesser one.
    ///   - keepsText: Whether a part of a value is always stored as the same part of its text.
    ///   - transform: Converts a value to the stored one; nil if it cannot be stored.
    ///   - reverse: Converts a stored value back; nil if no value is stored like that.
    @_disfavoredOverload
    public init(
        _ name: String, keepsEquality: Bool = true, keepsOrder: Bool = false,
        keepsText: Bool = false, transform: @escaping @Sendable (Value) throws -> Stored?,
        reverse: @escaping @Sendable (Stored) throws -> Value?
    ) {
        self.init(
            name, keepsEquality: keepsEquality, keepsOrder: keepsOrder, keepsText: keepsText,
            transform: { value in
                guard let stored = try transform(value) else {
                    throw AttributeError.notStorable(reason: "the stage '\(name)' refuses it")
                }
                return stored
            },
            reverse: { stored in
                guard let value = try reverse(stored) else {
                    throw AttributeError.mismatch(
                        expected: "a value that the stage '\(name)' stores")
                }
                return value
            })
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
        contextual = nil
    }

    init(
        stages: [String], transform: @escaping @Sendable (Value) throws -> Stored,
        reverse: @escaping @Sendable (Stored) throws -> Value,
        _ contextual: ContextualStage<Value, Stored>
    ) {
        self.stages = stages
        self.transform = transform
        self.reverse = reverse
        self.contextual = contextual
    }

    /// Returns the name of a stage as the store keeps it.
    static func stage(
        _ name: String, keepsEquality: Bool, keepsOrder: Bool = false, keepsText: Bool = false
    ) -> String {
        Pipeline.stage(
            name, keepsEquality: keepsEquality, keepsOrder: keepsOrder, keepsText: keepsText)
    }

    /// Returns this conversion followed by another one.
    public func then<Next>(_ next: Transformer<Stored, Next>) -> Transformer<Value, Next> {
        guard contextual != nil || next.contextual != nil else {
            return Transformer<Value, Next>(
                stages: stages + next.stages,
                transform: { [transform] in try next.transform(transform($0)) },
                reverse: { [reverse] in try reverse(next.reverse($0)) })
        }
        return Transformer<Value, Next>(
            stages: stages + next.stages,
            ContextualStage<Value, Next>(
                needs: (contextual?.needs ?? []) + (next.contextual?.needs ?? []),
                transform: { try next.transform(transform($0, in: $1), in: $1) },
                reverse: { try reverse(next.reverse($0, in: $1), in: $1) }))
    }
}
