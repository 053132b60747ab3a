package import NacreFormat

extension RecordSource {
    /// Calls `body` with the records of a query, in its order, and with the records that their
    /// references lead to, until it returns false.
    /// - Parameters:
    ///   - paths: The chains of references, by name. Each chain leads to at most one object.
    ///   - body: Receives one record for each path, or nil if the path leads to no object.
    package func forEachRecord(
        _ query: Query, reaching paths: [[String]],
        _ body: (FoundRecord, [FoundRecord?]) throws -> Bool
    ) throws {
        let view = view
        try view.checked { try ReachedRecords.forEach(query, in: view, through: paths, body) }
    }

    /// Calls `body` with the values at the end of some paths, for each object of a query, in its
    /// order, until it returns false.
    package func forEachRow(
        _ query: Query, _ paths: [AttributePath], _ body: ([Value]) throws -> Bool
    ) throws {
        let readers = try readers(of: paths, try definition(query.entity).schema)
        try forEachRecord(query) { found in
            try body(readers.map { try $0.value(of: found) })
        }
    }

    /// Returns readers for the values at the end of some paths.
    /// - Parameter schema: The schema of the objects at which they begin.
    func readers(
        of paths: [AttributePath], _ schema: StoredSchema
    ) throws(StoreError) -> [PathReader] {
        var shared = ReferencePaths(of: schema, in: view)
        var readers: [PathReader] = []
        for path in paths {
            let bound: BoundPath
            do throws(OperandError) {
                bound = try BoundPath(path, in: FilterScope(schema, catalog.finder))
            } catch {
                throw StoreError(error)
            }
            readers.append(try PathReader(bound, of: schema, &shared, in: view))
        }
        return readers
    }
}

/// The records that an object's references lead to, along several paths.
struct ReachedRecords {
    private let paths: [ReferencePath]
    /// The records; refilled for each object.
    private var records: [FoundRecord?]

    /// - Parameter entity: The entity of the objects.
    init(_ paths: [[String]], of entity: String, in source: StoreView) throws(StoreError) {
        let schema = try source.definition(entity).schema
        let scope = FilterScope(schema, source.catalog.finder)
        var shared = ReferencePaths(of: schema, in: source)
        var found: [ReferencePath] = []
        for names in paths {
            let hops: [BoundPath.Hop]
            do throws(OperandError) { hops = try BoundPath.follow(names, in: scope).0 } catch {
                throw StoreError(error)
            }
            found.append(try shared.path(through: hops))
        }
        self.paths = found
        records = Array(repeating: nil, count: found.count)
    }

    /// Calls `body` with each record of a query and the records it reaches.
    @inline(__always)
    static func forEach(
        _ query: Query, in source: StoreView, through paths: [[String]],
        _ body: (FoundRecord, [FoundRecord?]) throws -> Bool
    ) throws {
        var reached = try Self(paths, of: query.entity, in: source)
        try source.forEachRecord(query) { found in try body(found, reached.records(from: found)) }
    }

    mutating func records(from found: FoundRecord) throws -> [FoundRecord?] {
        for (place, path) in paths.enumerated() { records[place] = try path.target(of: found) }
        return records
    }
}
