/// Attributes of an entity that conforms by hand which are unique together:
/// `UniqueTogether(\Seat.hall, \.number)`. With `@Entity`, `#Unique` says the same.
public struct UniqueTogether<Owner>: Sendable {
    /// Their stored names, once the attributes are known.
    let names: @Sendable ([AnyAttribute]) -> [String]
    let conflict: ConflictPolicy

    /// - Parameters:
    ///   - paths: of attributes of the schema, and not of members of these, which only `#Unique`
    ///     takes; opening a store throws `schemaMismatch` for others.
    ///   - conflict: what an upsert does where another object has the same values.
    public init(
        _ paths: any PartialKeyPath<Owner> & Sendable..., conflict: ConflictPolicy = .error
    ) {
        names = { $0.names(at: paths) }
        self.conflict = conflict
    }

    /// For generated code.
    /// - Parameters:
    ///   - fields: the attributes.
    ///   - conflict: what an upsert does where another object has the same values.
    public init(fields: [any FieldProtocol], conflict: ConflictPolicy = .error) {
        let names = fields.map(\.fieldPath.name)
        self.names = { _ in names }
        self.conflict = conflict
    }
}

/// What is declared of a constraint: whose values are unique, and what upserts do about it.
struct DeclaredConflict: Sendable {
    /// The stored names.
    let attributes: [String]
    /// `error` where nothing else is declared.
    let policy: ConflictPolicy
}
