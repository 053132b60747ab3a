internal import NacreEngine

/// The declarations of an entity, without its type. A class, so that reading a type's schema copies
/// one reference.
final class EntityDeclarations: Sendable {
    let attributes: [AnyAttribute]
    /// The indexes over several attributes, including the unique ones, by stored names. Those with
    /// a condition are not among them.
    let indexes: [NamedIndex]
    /// The constraints that have a condition.
    let conditional: [DeclaredConflict]
    /// The declared policies of upserts for unique values.
    let conflicts: [DeclaredConflict]
    /// The full-text searches, except that of the attributes that are marked.
    let searches: [NamedSearch]
    /// The other sides of references to the entity.
    let inverses: [AnyInverse]

    /// Collects the declarations.
    /// - Parameters:
    ///   - indexes: The indexes that are not unique.
    ///   - uniques: The attributes that are unique together.
    init(
        _ attributes: [AnyAttribute], indexes: [NamedIndex], uniques: [DeclaredConflict],
        searches: [NamedSearch], inverses: [AnyInverse]
    ) {
        self.attributes = attributes
        self.indexes =
            indexes + uniques.filter { $0.condition == nil }.map { .unique($0.attributes) }
        conditional = uniques.filter { $0.condition != nil }
        self.searches = searches
        self.inverses = inverses
        // The policies of single attributes come first, in declared order.
        var conflicts: [DeclaredConflict] = []
        for attribute in attributes where attribute.isUnique && attribute.conflict != .error {
            conflicts.append(
                DeclaredConflict(attributes: [attribute.name], policy: attribute.conflict))
        }
        self.conflicts = conflicts + uniques.filter { $0.policy != .error }
    }
}
