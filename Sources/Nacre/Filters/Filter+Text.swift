public import NacreEngine

extension Filter where Root: Entity {
    /// Reads the text form that `description` gives and `nacre fetch --where` takes.
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
