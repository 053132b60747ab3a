public import NacreEngine

extension Filter where Root: Entity {
    /// Parses the text form that `description` returns and `nacre fetch --where` accepts. A
    /// raw-value enum is compared with a raw value or with the name of a case,
    /// `priority == "high"`, also in collections: `roles.contains("author")`. For an enum that is
    /// not `CaseIterable`, only cases whose raw values are integers from -128 to 1023 are found by
    /// name. An enum that is `CustomStringConvertible` is compared with raw values only.
    /// - Throws: ``StoreError`` with `invalidValue`, which reports the position and the reason of
    ///   the error.
    public init(parsing text: String) throws(StoreError) {
        let schema = try EntityModel(Root.self).schema
        do throws(FilterSyntaxError) {
            let filter = try FilterParser.parse(text, schema: schema, entities: Root.entities)
            self.init(filter)
        } catch {
            throw StoreError(.invalidValue, "\(error)")
        }
    }
}
