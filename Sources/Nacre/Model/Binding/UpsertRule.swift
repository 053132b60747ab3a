internal import NacreEngine

/// A rule of upserts: the constraint by which the existing object is found, and the action. Looked
/// up once for all objects of a call.
struct UpsertRule<Owner: Entity>: Sendable {
    let constraint: UniqueConstraint
    let conflict: UpsertConflict<Owner>

    /// Looks up a rule.
    /// - Parameters:
    ///   - names: The names of the attributes that are unique.
    ///   - conflict: The action that the call gives; nil for the declared one.
    /// - Throws: `schemaMismatch` if they are not unique, `unknownAttribute`.
    init(
        _ names: [String], _ conflict: UpsertConflict<Owner>?, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        constraint = try binding.definition.constraint(over: names)
        let declared = binding.schema.conflicts.first { Set($0.attributes) == Set(names) }
        self.conflict = conflict ?? declared.map { UpsertConflict($0.policy) } ?? .replace
    }

    private init(_ constraint: UniqueConstraint, _ conflict: UpsertConflict<Owner>) {
        self.constraint = constraint
        self.conflict = conflict
    }

    /// Returns the rules that an entity declares.
    static func declared(
        _ schema: EntitySchema<Owner>, _ definition: EntityDefinition
    ) -> [UpsertRule] {
        var rules: [UpsertRule] = []
        for declared in schema.conflicts {
            // Opening the store for writing made each declared constraint unique. A store that is
            // open for reading only may lack one, but writes nothing.
            if let constraint = try? definition.constraint(over: declared.attributes) {
                rules.append(UpsertRule(constraint, UpsertConflict(declared.policy)))
            }
        }
        return rules
    }
}
