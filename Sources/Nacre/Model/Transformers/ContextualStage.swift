/// The conversions of stages of which at least one takes a value from the store.
///
/// A class, so that a ``Transformer`` without one is only a word larger.
final class ContextualStage<Value: Sendable, Stored: Sendable>: Sendable {
    /// The types of the values that the stages take.
    let needs: [any Sendable.Type]
    let transform: @Sendable (Value, StageContext) throws -> Stored
    let reverse: @Sendable (Stored, StageContext) throws -> Value

    init(
        needs: [any Sendable.Type],
        transform: @escaping @Sendable (Value, StageContext) throws -> Stored,
        reverse: @escaping @Sendable (Stored, StageContext) throws -> Value
    ) {
        self.needs = needs
        self.transform = transform
        self.reverse = reverse
    }
}

extension Transformer {
    /// Makes a stage that takes a value from the store it works in:
    ///
    /// ```swift
    /// extension Transformer where Value == String, Stored == Data {
    ///     static var sealed: Self {
    ///         Transformer(
    ///             "sealed", taking: Keys.self, keepsEquality: false,
    ///             transform: { text, keys in try keys.seal(text) },
    ///             reverse: { data, keys in try keys.open(data) })
    ///     }
    /// }
    /// ```
    /// It can be a stage of an attribute, but not the transformer of a type, a stage of an id or
    /// of a property inside a collection: these have no store at hand.
    ///
    /// A filter that compares such an attribute holds the value, and encodes it when a store
    /// evaluates it. Its text form shows no value, and it has no coded form.
    /// - Parameters:
    ///   - name: The name of the stage, as for other stages.
    ///   - type: The type of the value in ``Store/Options/stageContext``.
    ///   - keepsEquality: Whether equal values are always stored equally in one store.
    ///   - transform: Converts a value to the stored one. Its second argument is the context's
    ///     value.
    ///   - reverse: Converts a stored value back. Its second argument is the context's value.
    public init<Taken: Sendable>(
        _ name: String, taking type: Taken.Type, keepsEquality: Bool = true,
        transform: @escaping @Sendable (Value, Taken) throws -> Stored,
        reverse: @escaping @Sendable (Stored, Taken) throws -> Value
    ) {
        let stage = Self.stage(name, keepsEquality: keepsEquality)
        @Sendable func taken(_ context: StageContext) throws -> Taken {
            guard let value = context.value(of: type) else {
                throw AttributeError.missingContext(stage: name, type: "\(type)")
            }
            return value
        }
        self.init(
            stages: [stage],
            ContextualStage(
                needs: [type], transform: { try transform($0, taken($1)) },
                reverse: { try reverse($0, taken($1)) }))
    }

    /// Makes a conversion with a context.
    init(stages: [String], _ contextual: ContextualStage<Value, Stored>) {
        self.init(
            stages: stages, transform: { try contextual.transform($0, StageContext()) },
            reverse: { try contextual.reverse($0, StageContext()) }, contextual)
    }

    func transform(_ value: Value, in context: StageContext) throws -> Stored {
        try contextual?.transform(value, context) ?? transform(value)
    }

    func reverse(_ stored: Stored, in context: StageContext) throws -> Value {
        try contextual?.reverse(stored, context) ?? reverse(stored)
    }

    /// Returns a conversion of other values that is made of this one.
    /// - Parameters:
    ///   - transform: Converts a value, given this conversion of a part.
    ///   - reverse: Converts a stored value back, given this conversion of a part.
    func lifted<Whole: Sendable, WholeStored: Sendable>(
        _ transform:
            @escaping @Sendable (Whole, (Value) throws -> Stored) throws -> WholeStored,
        _ reverse: @escaping @Sendable (WholeStored, (Stored) throws -> Value) throws -> Whole
    ) -> Transformer<Whole, WholeStored> {
        guard let contextual else {
            return Transformer<Whole, WholeStored>(
                stages: stages, transform: { [own = self.transform] in try transform($0, own) },
                reverse: { [own = self.reverse] in try reverse($0, own) })
        }
        return Transformer<Whole, WholeStored>(
            stages: stages,
            ContextualStage<Whole, WholeStored>(
                needs: contextual.needs,
                transform: { value, context in
                    try transform(value) { try contextual.transform($0, context) }
                },
                reverse: { stored, context in
                    try reverse(stored) { try contextual.reverse($0, context) }
                }))
    }
}
