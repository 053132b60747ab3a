internal import NacreFormat

extension Database {
    /// Reads entities from now on as if their schemas had been changed: attributes that their
    /// records lack are null or have their default. Writes nothing. The store must be open for
    /// reading only.
    /// - Parameter differences: The changes. They must not add indexes, whose trees would not be
    ///   built.
    /// - Throws: `schemaMismatch` if the schemas could not be stored, `limitReached`, `closed`.
    package func read(as differences: [SchemaDifference]) throws(StoreError) {
        precondition(isReadOnly, "a writer has a catalog of its own")
        if differences.isEmpty { return }
        guard let version = published.current else { throw StoreError.closed(path) }
        let catalog = version.catalog
        var schemas: [StoredSchema] = []
        for difference in differences {
            schemas.append(try difference.result(layouts: catalog.layouts(of: difference.entity)))
        }
        let shown = try catalog.replacing(schemas)
        if let follower { return follower.show(by: shown) }
        published.replace(by: version.shown(by: shown))
    }
}
