/// Attributes that are unique together, for an entity that conforms by hand:
/// `UniqueTogether(\Seat.hall, \.number)`. With `@Entity`, use `#Unique`.
public struct UniqueTogether<Owner>: Sendable {
    /// Returns the stored names of the attributes, given all attributes of the entity.
    let names: @Sendable ([AnyAttribute]) -> [String]
    let conflict: ConflictPolicy
    /// Makes the condition of the objects that are compared; nil if all are. Lazily, because the
    /// fields of an entity that conforms by hand need its schema.
    private(set) var condition: DeclaredConflict.Condition?

    /// Declares that attributes are unique together.
    /// - Parameters:
    ///   - paths: Key paths of attributes of the schema. Members of these are not allowed, only
    ///     `#Unique` takes them: opening a store throws `schemaMismatch`.
    ///   - conflict: The action of an upsert if another object has the same values.
    public init(
        _ paths: any PartialKeyPath<Owner> & Sendable..., conflict: ConflictPolicy = .error
    ) {
        names = { $0.names(at: paths) }
        self.conflict = conflict
    }

    /// Declares that attributes are unique together; for generated code.
    /// - Parameters:
    ///   - fields: The attributes.
    ///   - conflict: The action of an upsert if another object has the same values.
    public init(fields: [any FieldProtocol], conflict: ConflictPolicy = .error) {
        let names = fields.map(\.fieldPath.name)
        self.names = { _ in names }
        self.conflict = conflict
    }
}

extension UniqueTogether where Owner: Entity {
    /// Declares that attributes are unique among the objects that match a condition:
    ///
    /// ```swift
    /// UniqueTogether(\Note.slug, where: { $0.isDeleted == false })
    /// ```
    /// - Parameters:
    ///   - paths: Key paths of attributes of the schema.
    ///   - conflict: The action of an upsert if another object has the same values.
    ///   - condition: Makes the condition from the entity's fields. It tests single values of the
    ///     object itself; others throw `schemaMismatch` when a store is opened.
    public init(
        _ paths: any PartialKeyPath<Owner> & Sendable..., conflict: ConflictPolicy = .error,
        where condition: @escaping @Sendable (Owner.Fields) -> Filter<Owner>
    ) {
        names = { $0.names(at: paths) }
        self.conflict = conflict
        self.condition = { Filter<Owner>(condition).scoped }
    }

    /// Declares that attributes are unique among the objects that match a condition; for generated
    /// code.
    /// - Parameters:
    ///   - fields: The attributes.
    ///   - conflict: The action of an upsert if another object has the same values.
    ///   - condition: Makes the condition from the entity's fields.
    public init(
        fields: [any FieldProtocol], conflict: ConflictPolicy = .error,
        where condition: @escaping @Sendable (Owner.Fields) -> Filter<Owner>
    ) {
        self.init(fields: fields, conflict: conflict)
        self.condition = { Filter<Owner>(condition).scoped }
    }
}

/// A declared constraint: the attributes that are unique, and the action of upserts.
struct DeclaredConflict: Sendable {
    typealias Condition = @Sendable () -> ScopedFilter

    /// The stored names of the attributes.
    let attributes: [String]
    /// The declared policy; `error` if none is declared.
    let policy: ConflictPolicy
    /// Makes the condition of the objects that are compared; nil if all are.
    var condition: Condition?
}
