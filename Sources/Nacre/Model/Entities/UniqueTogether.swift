/// Attributes that are unique together, for an entity that conforms by hand:
/// `UniqueTogether(\Seat.hall, \.number)`. With `@Entity`, use `#Unique`.
public struct UniqueTogether<Owner>: Sendable {
    /// Returns the stored names of the attributes, given all attributes of the entity.
    let names: @Sendable ([AnyAttribute]) -> [String]
    let conflict: ConflictPolicy

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

/// A declared constraint: the attributes that are unique, and the action of upserts.
struct DeclaredConflict: Sendable {
    /// The stored names of the attributes.
    let attributes: [String]
    /// The declared policy; `error` if none is declared.
    let policy: ConflictPolicy
}
