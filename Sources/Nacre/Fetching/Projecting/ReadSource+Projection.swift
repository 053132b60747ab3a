internal import NacreEngine
internal import NacreFormat

/// Fetches single attributes: each is read for a block of objects before the next one is.
extension ReadSource {
    func fetch<Owner: Entity, Member: FieldProtocol>(
        _ field: Member, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] {
        let binding = try registry.binding(Owner.self)
        var paths: [[String]] = []
        let reader = try FieldReader(field, binding, registry, &paths)
        let query = try request.query(in: registry)
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot):
                var values: [Member.Value] = []
                try snapshot.forEachProjected(
                    query, paths, isShared: !reader.readsObjects,
                    keyed: reader.keyedAttribute.map { [$0.name] }
                ) {
                    values = try $0.values(of: reader, in: snapshot)
                }
                return values
            case .changes(let changes):
                return try changes.projected(query, paths).values(of: reader, in: changes)
            }
        }
    }

    func fetch<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>
    ) throws(StoreError) -> [(repeat (each Member).Value)] {
        let binding = try registry.binding(Owner.self)
        var paths: [[String]] = []
        let readers = (repeat try FieldReader(each projection.fields, binding, registry, &paths))
        var readsObjects = false
        var keyed: [String]? = []
        for reader in repeat each readers {
            readsObjects = readsObjects || reader.readsObjects
            if let attribute = reader.keyedAttribute {
                keyed?.append(attribute.name)
            } else {
                keyed = nil
            }
        }
        let query = try projection.request.query(in: registry)
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot):
                var rows: [(repeat (each Member).Value)] = []
                try snapshot.forEachProjected(
                    query, paths, isShared: !readsObjects, keyed: keyed
                ) {
                    rows = try $0.rows(of: repeat each readers, in: snapshot)
                }
                return rows
            case .changes(let changes):
                return try changes.projected(query, paths).rows(
                    of: repeat each readers, in: changes)
            }
        }
    }

    func explain<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>
    ) throws(StoreError) -> QueryExplanation {
        let binding = try registry.binding(Owner.self)
        var paths: [[String]] = []
        let readers = (repeat try FieldReader(each projection.fields, binding, registry, &paths))
        var (count, referencedCount) = (0, 0)
        for reader in repeat each readers {
            if reader.isBehindReferences {
                referencedCount += reader.attributeCount
            } else {
                count += reader.attributeCount
            }
        }
        return try explain(projection.request).decoding(
            QueryExplanation.DecodedAttributes(
                count, of: binding.rows.attributeCount, referencedCount: referencedCount))
    }
}

extension RecordSource {
    /// Returns the records of a query, with those that the paths lead to.
    func projected(_ query: Query, _ paths: [[String]]) throws -> ProjectedRecords {
        var list = RecordList(pathCount: paths.count)
        if paths.isEmpty {
            try forEachRecord(query) { found in
                list.append(found)
                return true
            }
        } else {
            try forEachRecord(query, reaching: paths) { found, reached in
                list.append(found, reached)
                return true
            }
        }
        return .list(list)
    }
}

extension DatabaseSnapshot {
    /// Calls a closure with the records of a query, with those that the paths lead to.
    /// - Parameters:
    ///   - isShared: Whether several threads may read them.
    ///   - keyed: All attributes, if keys may tell the values of each; otherwise nil.
    fileprivate func forEachProjected(
        _ query: Query, _ paths: [[String]], isShared: Bool, keyed: [String]?,
        _ body: (ProjectedRecords) throws -> Void
    ) throws {
        guard paths.isEmpty, isShared else { return try body(projected(query, paths)) }
        var list = RecordList(pathCount: 0)
        var wasShared = false
        try forEachRecord(query) { records in
            wasShared = true
            let byKeys = keyed.flatMap { KeyedRecords(records, of: $0) }
            try body(byKeys.map { .keyed($0) } ?? .shared(records))
        } _: { found in
            list.append(found)
        }
        if !wasShared { try body(.list(list)) }
    }
}
