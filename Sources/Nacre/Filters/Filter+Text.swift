public import NacreEngine

extension Filter where Root: Entity {
    /// Reads the text form that `description` gives and `nacre fetch --where` takes. A raw-value
    /// enum is compared with a raw value or with the name of a case, `priority == "high"`, in
    /// collections, too: `roles.contains("author")`. Of an enum that is not `CaseIterable`, cases
    /// are found whose raw values are integers of -128 to 1023. An enum that is
    /// `CustomStringConvertible` is compared with raw values only.
    /// - Throws: ``StoreError`` with `invalidValue` that says where the text is wrong and why.
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
