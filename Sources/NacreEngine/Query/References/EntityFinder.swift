package import NacreFormat

/// Where filters and sorts find the entities that references lead to.
package struct EntityFinder: Sendable {
    private let find: @Sendable (String) -> EntitySchema?

    /// - Parameter find: gives the schema of an entity, or nil if there is none of the name.
    package init(_ find: @escaping @Sendable (String) -> EntitySchema?) { self.find = find }

    /// For one entity alone.
    package static let none = EntityFinder { _ in nil }

    package subscript(name: String) -> EntitySchema? { find(name) }
}

extension Catalog {
    package var finder: EntityFinder { EntityFinder { self[$0]?.schema } }
}
