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
