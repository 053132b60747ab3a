internal import NacreFormat

/// Reads the value at the end of a path, of one object after another.
struct PathReader {
    private let source: StoreView
    /// Nil for an attribute of the objects themselves.
    private let path: ReferencePath?
    /// Of the objects that have the attribute.
    private let schema: EntitySchema
    private let ordinal: Int

    /// - Parameters:
    ///   - paths: of the same objects.
    ///   - schema: of the objects.
    init(
        _ bound: BoundPath, of schema: EntitySchema, _ paths: inout ReferencePaths,
        in source: StoreView
    ) throws(StoreError) {
        let owner = bound.owner(from: schema)
        self.source = source
        self.schema = owner
        path = try paths.path(of: bound)
        ordinal = owner.ordinal(of: bound.attribute.name) ?? owner.idOrdinal
    }

    func value(of found: FoundRecord) throws -> Value {
        guard let path else { return try source.value(of: ordinal, in: schema, of: found) }
        guard let target = try path.target(of: found) else { return .null }
        return try source.value(of: ordinal, in: schema, of: target)
    }
}
