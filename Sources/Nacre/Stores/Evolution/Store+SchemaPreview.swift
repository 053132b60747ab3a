public import NacreEngine
internal import NacreFormat

extension Store {
    /// Returns the changes that opening a store with a schema would make. Writes nothing, and can
    /// run while a writer has the store open.
    ///
    /// ```swift
    /// print(try Store.schemaPreview(at: "library.nacre", Schema(Member.self, plan: plan)))
    /// ```
    /// Closures of the plan are not called, so errors that they would throw appear only when the
    /// store is opened. If an attribute becomes unique or a reference gets a delete rule, all
    /// objects of its entity are read.
    /// - Parameters:
    ///   - path: The path of the store's directory.
    ///   - schema: The types and the plan.
    ///   - options: The options that the store would be opened with.
    /// - Throws: ``StoreError``: `storeNotFound`, `notAStore`, `notPermitted`, `corrupt`,
    ///   `unsupportedFormat`, `io`, and `schemaMismatch` if a type cannot be stored at all. A
    ///   refusal by the store is not thrown but reported in ``SchemaPreview/refusal``.
    public static func schemaPreview(
        at path: String, _ schema: Schema, options: Options = Options()
    ) throws(StoreError) -> SchemaPreview {
        try schemaPreview(
            at: path, options.running(schema), schema.types, fileSystem: POSIXFileSystem())
    }

    /// Returns the changes that opening a store with these types would make, see
    /// ``schemaPreview(at:_:options:)``.
    public static func schemaPreview(
        at path: String, options: Options = Options(), _ types: any Entity.Type...
    ) throws(StoreError) -> SchemaPreview {
        try schemaPreview(at: path, options, types, fileSystem: POSIXFileSystem())
    }

    package static func schemaPreview(
        at path: String, _ options: Options, _ types: [any Entity.Type],
        fileSystem: any FileSystem
    ) throws(StoreError) -> SchemaPreview {
        let database = try StoreError.typed {
            try Database(
                at: path, options: Database.Options(isReadOnly: true), fileSystem: fileSystem)
        }
        defer { try? database.close() }
        return try SchemaOpener(database, options).preview(DeclaredTypes(types))
    }
}
