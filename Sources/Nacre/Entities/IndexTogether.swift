/// Attributes of an entity that conforms by hand which have an index together, the most important
/// first: what `#Index` says of others. It comes and goes with the declaration: no migration, and
/// never another answer.
///
/// ```swift
/// static let schema = EntitySchema(
///     City.init, Attribute("id", \.id), Attribute("country", \.country),
///     Attribute("name", \.name), indexes: [IndexTogether(\.country, \.name)])
/// ```
/// It serves filters that say what the first attributes equal, and sorts by its attributes in their
/// order, all ascending or all descending.
public struct IndexTogether<Owner>: Sendable {
    /// Their stored names, once the attributes are known.
    let names: @Sendable ([AnyAttribute]) -> [String]

    /// - Parameter paths: of attributes of the schema, and not of members of these, which only
    ///   `#Index` takes; opening a store throws `schemaMismatch` for others.
    public init(_ paths: any PartialKeyPath<Owner> & Sendable...) {
        names = { $0.names(at: paths) }
    }
}

extension [AnyAttribute] {
    /// The stored names of attributes. What is none has its path's text, which names none either.
    func names<Owner>(at paths: [any PartialKeyPath<Owner> & Sendable]) -> [String] {
        paths.map { path in
            first { $0.path as AnyKeyPath == path }?.name ?? "\(path)"
        }
    }
}
