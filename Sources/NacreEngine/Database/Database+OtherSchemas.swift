internal import NacreFormat

extension Database {
    /// Reads entities from now on as they would be read if their schemas were changed like this:
    /// attributes that their records lack are null or have their default. Writes nothing. Only of a
    /// store that is open for reading only.
    /// - Parameter differences: that bring no index, as nobody builds its tree.
    /// - Throws: `schemaMismatch` if the schemas could not be stored, `limitReached`, `closed`.
    package func read(as differences: [SchemaDifference]) throws(StoreError) {
        precondition(isReadOnly, "a writer has a catalog of its own")
        if differences.isEmpty { return }
        guard let version = published.current else { throw StoreError.closed(path) }
        let catalog = version.catalog
        var schemas: [EntitySchema] = []
        for difference in differences {
            schemas.append(try difference.result(layouts: catalog.layouts(of: difference.entity)))
        }
        published.replace(by: version.shown(by: try catalog.replacing(schemas)))
    }
}
