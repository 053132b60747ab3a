internal import NacreEngine

/// By what an upsert finds the object that is there, and what it does about it: looked up once for
/// all objects of a call.
struct UpsertRule<Owner: Entity>: Sendable {
    let constraint: UniqueConstraint
    let conflict: UpsertConflict<Owner>

    /// - Parameters:
    ///   - names: of the attributes that are unique.
    ///   - conflict: of the call; nil for what is declared.
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

    /// Those that an entity declares.
    static func declared(
        _ schema: EntitySchema<Owner>, _ definition: EntityDefinition
    ) -> [UpsertRule] {
        var rules: [UpsertRule] = []
        for declared in schema.conflicts {
            // What is declared was made unique when the store was opened; if for reading only,
            // nothing is written.
            if let constraint = try? definition.constraint(over: declared.attributes) {
                rules.append(UpsertRule(constraint, UpsertConflict(declared.policy)))
            }
        }
        return rules
    }
}
