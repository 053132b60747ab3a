/// The attributes of an index over several attributes, the most significant first, for an entity
/// that conforms by hand. It corresponds to `#Index`. Adding or removing the declaration adds or
/// removes the index. It needs no migration and never changes results.
///
/// ```swift
/// static let schema = EntitySchema(
///     City.init, Attribute("id", \.id), Attribute("country", \.country),
///     Attribute("name", \.name), indexes: [IndexTogether(\.country, \.name)])
/// ```
/// The index serves filters that compare the first attributes for equality, and sorts by its
/// attributes in their order, all ascending or all descending.
public struct IndexTogether<Owner>: Sendable {
    /// Returns the stored names of the attributes, given the attributes of the entity.
    let names: @Sendable ([AnyAttribute]) -> [String]

    /// Declares an index.
    /// - Parameter paths: The key paths of attributes of the schema. Members of attributes are not
    ///   allowed (only `#Index` takes them): opening a store throws `schemaMismatch`.
    public init(_ paths: any PartialKeyPath<Owner> & Sendable...) {
        names = { $0.names(at: paths) }
    }
}

extension [AnyAttribute] {
    /// Returns the stored names of attributes. A path that leads to none yields its text, which
    /// names no attribute either.
    func names<Owner>(at paths: [any PartialKeyPath<Owner> & Sendable]) -> [String] {
        paths.map { attribute(at: $0)?.name ?? "\($0)" }
    }
}
