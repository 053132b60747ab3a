internal import NacreFormat

/// A conversion to what is stored, and back. Both directions may throw; `reverse` undoes what
/// `transform` did.
///
/// A type's own transformer makes it ``Storable``. Stages of one attribute are transformers too:
/// `@Attribute(.transformed(by: .json, .lz4))`. They are applied from left to right on writing and
/// back on reading; the store keeps their names and refuses to open with others.
///
/// Both closures are called on any thread, and by several at a time where many objects are read.
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
    /// The stage names, as the store keeps them; `custom` for one that has none.
    public let stages: [String]
    /// From a value to what is stored.
    public let transform: @Sendable (Value) throws -> Stored
    /// From what is stored to the value.
    public let reverse: @Sendable (Stored) throws -> Value

    /// - Parameters:
    ///   - name: of the stage: 1 to 50 ASCII letters, digits, points, hyphens or `@`, but not
    ///     `custom`. Give a stage another name, `"money@2"`, when it begins to store other things.
    ///     A store that says `custom` was written when stages needed no name: it adopts this one.
    ///   - keepsEquality: whether equal values are always stored equally. One that encrypts with a
    ///     new random number each time says `false`, and so does the attribute that it is a stage
    ///     of: `.transformed(by: ..., keepsEquality: false)`. The store keeps that with the name.
    ///   - keepsOrder: whether a lesser value is always stored as a lesser one. Then an attribute
    ///     with this stage can be compared and sorted by order, if it says so too:
    ///     `.transformed(by: ..., keepsOrder: true)`. The store keeps that with the name. What
    ///     keeps no equality keeps no order.
    ///   - transform: from a value to what is stored.
    ///   - reverse: from what is stored to the value.
    public init(
        _ name: String, keepsEquality: Bool = true, keepsOrder: Bool = false,
        transform: @escaping @Sendable (Value) throws -> Stored,
        reverse: @escaping @Sendable (Stored) throws -> Value
    ) {
        let prefix =
            keepsEquality ? keepsOrder ? Pipeline.orderedPrefix : "" : Pipeline.opaquePrefix
        self.init(stages: [prefix + name], transform: transform, reverse: reverse)
    }

    /// A conversion without a name: a type's own ``Storable/transformer``, or one to use by itself.
    /// As a stage of an attribute it is refused when a store is opened, since the store could not
    /// tell it from another one.
    /// - Parameters:
    ///   - transform: from a value to what is stored.
    ///   - reverse: from what is stored to the value.
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

    /// This conversion followed by another one.
    public func then<Next>(_ next: Transformer<Stored, Next>) -> Transformer<Value, Next> {
        Transformer<Value, Next>(
            stages: stages + next.stages,
            transform: { [transform] in try next.transform(transform($0)) },
            reverse: { [reverse] in try reverse(next.reverse($0)) })
    }
}
