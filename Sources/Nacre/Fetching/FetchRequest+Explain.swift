public import NacreEngine

extension FetchRequest {
    /// Explains how the request would be executed now: which indexes it uses, how many objects it
    /// reads, and whether it sorts them. Reads no objects, except those that references in the
    /// filter lead to, since these are looked up before planning.
    ///
    /// ```swift
    /// print(try City.where { $0.population > 1_000_000 }.explain(in: store))
    /// ```
    public func explain(
        in reader: borrowing some Reader & ~Escapable
    ) throws(StoreError) -> QueryExplanation {
        try reader.source.explain(self)
    }
}

extension Projection {
    /// Explains how the request would be executed now, as ``FetchRequest/explain(in:)`` does, and
    /// how many attributes it decodes of each object.
    ///
    /// ```swift
    /// // City: all objects, 1000000 of 1000000 objects
    /// // order: that of the index on id
    /// // decodes 2 of 19 attributes
    /// print(try City.all.select(\.name, \.population).explain(in: store))
    /// ```
    public func explain(
        in reader: borrowing some Reader & ~Escapable
    ) throws(StoreError) -> QueryExplanation {
        try reader.source.explain(self)
    }
}
