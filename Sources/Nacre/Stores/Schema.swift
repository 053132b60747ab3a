/// The types of a store and the plan of its schema changes, named once for every call that needs
/// them:
///
/// ```swift
/// let model = Schema(User.self, Issue.self, plan: plan)
/// print(try Store.schemaPreview(at: path, model))
/// let store = try Store(at: path, model)
/// let report = try Store.verify(at: path, model)
/// ```
public struct Schema: Sendable {
    /// The entities, each once.
    public let types: [any Entity.Type]
    /// The schema changes that the types alone cannot express. Opening a store for writing runs the
    /// plan's steps from the store's generation on. Nil if there is no plan.
    public let plan: SchemaPlan?

    /// Makes a schema.
    /// - Parameters:
    ///   - types: The entities to be used; a store may have more.
    ///   - plan: The schema changes that the types alone cannot express.
    public init(_ types: any Entity.Type..., plan: SchemaPlan? = nil) {
        self.init(types, plan: plan)
    }

    /// Makes a schema of types that are known only at run time.
    public init(_ types: [any Entity.Type], plan: SchemaPlan? = nil) {
        self.types = types
        self.plan = plan
    }
}

extension Store.Options {
    /// Returns these options with the plan of a schema.
    func running(_ schema: Schema) -> Store.Options {
        var options = self
        options.schemaPlan = schema.plan
        return options
    }
}
