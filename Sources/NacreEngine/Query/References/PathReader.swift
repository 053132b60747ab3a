internal import NacreFormat

/// A reader of the value at the end of a path, for one object after another.
struct PathReader {
    private let source: StoreView
    /// The path; nil for an attribute of the objects themselves.
    private let path: ReferencePath?
    /// The schema of the objects that have the attribute.
    private let schema: StoredSchema
    private let ordinal: Int

    /// - Parameters:
    ///   - schema: The schema of the objects at which the path begins.
    ///   - paths: The reference paths of the same objects.
    init(
        _ bound: BoundPath, of schema: StoredSchema, _ paths: inout ReferencePaths,
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
