internal import NacreEngine

/// What an entity declares, without its type. An object, so that who asks a type for its schema
/// copies one reference.
final class EntityDeclarations: Sendable {
    let attributes: [AnyAttribute]
    /// The indexes over several attributes, by stored names.
    let indexes: [NamedIndex]
    /// What upserts do about what is unique, where that is declared.
    let conflicts: [DeclaredConflict]
    /// The other sides of references to the entity.
    let inverses: [AnyInverse]

    /// - Parameters:
    ///   - indexes: those that are not unique.
    ///   - uniques: what is unique together.
    init(
        _ attributes: [AnyAttribute], indexes: [NamedIndex], uniques: [DeclaredConflict],
        inverses: [AnyInverse]
    ) {
        self.attributes = attributes
        self.indexes = indexes + uniques.map { .unique($0.attributes) }
        self.inverses = inverses
        // Those of single attributes first, in declared order.
        var conflicts: [DeclaredConflict] = []
        for attribute in attributes where attribute.isUnique && attribute.conflict != .error {
            conflicts.append(
                DeclaredConflict(attributes: [attribute.name], policy: attribute.conflict))
        }
        self.conflicts = conflicts + uniques.filter { $0.policy != .error }
    }
}
