internal import NacreEngine
internal import NacreFormat

/// Fetches single attributes. The read plan of each is made before the first record.
extension ReadSource {
    func fetch<Owner: Entity, Member: FieldProtocol>(
        _ field: Member, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] {
        let binding = try registry.binding(Owner.self)
        var paths: [[String]] = []
        let reader = try FieldReader(field, binding, registry, &paths)
        var values: [Member.Value] = []
        switch content {
        case .snapshot(let snapshot):
            try snapshot.forEach(request, in: registry, reaching: paths) {
                (found, reached) throws(StoreError) in
                values.append(try reader.read(found, reached, in: snapshot))
            }
        case .changes(let changes):
            try changes.forEach(request, in: registry, reaching: paths) {
                (found, reached) throws(StoreError) in
                values.append(try reader.read(found, reached, in: changes))
            }
        }
        return values
    }

    func fetch<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>
    ) throws(StoreError) -> [(repeat (each Member).Value)] {
        let binding = try registry.binding(Owner.self)
        var paths: [[String]] = []
        let readers = (repeat try FieldReader(each projection.fields, binding, registry, &paths))
        let request = projection.request
        var rows: [(repeat (each Member).Value)] = []
        switch content {
        case .snapshot(let snapshot):
            try snapshot.forEach(request, in: registry, reaching: paths) {
                (found, reached) throws(StoreError) in
                rows.append((repeat try (each readers).read(found, reached, in: snapshot)))
            }
        case .changes(let changes):
            try changes.forEach(request, in: registry, reaching: paths) {
                (found, reached) throws(StoreError) in
                rows.append((repeat try (each readers).read(found, reached, in: changes)))
            }
        }
        return rows
    }
}

extension RecordSource {
    /// Calls a closure for the records of a request, in its order, each with the records that the
    /// paths lead to.
    fileprivate func forEach<Owner: Entity>(
        _ request: FetchRequest<Owner>, in registry: EntityRegistry, reaching paths: [[String]],
        _ body: (FoundRecord, [FoundRecord?]) throws(StoreError) -> Void
    ) throws(StoreError) {
        if paths.isEmpty {
            return try forEach(request, in: registry) { (found) throws(StoreError) in
                try body(found, [])
            }
        }
        let query = try request.query(in: registry)
        try StoreError.typed {
            try forEachRecord(query, reaching: paths) { found, reached in
                try body(found, reached)
                return true
            }
        }
    }
}
