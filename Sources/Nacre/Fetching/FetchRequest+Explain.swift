public import NacreEngine

extension FetchRequest {
    /// How the request would be answered now: by which indexes, how many objects are looked at, and
    /// whether they are sorted. Reads no object, except those that references in the filter lead
    /// to: these are looked for before there is a plan.
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
