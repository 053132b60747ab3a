public import NacreEngine

extension Snapshot {
    /// Returns a stream of several attributes of the objects of a request, with one batch at a time
    /// in memory. Decodes nothing else.
    ///
    /// ```swift
    /// var rows = try store.stream(City.all.select(\.name, \.population))
    /// while let (name, people) = try rows.next() { ... }
    /// ```
    /// - Parameters:
    ///   - projection: The attributes and the request for the objects.
    ///   - batch: The number of objects of which they are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request is invalid.
    public func stream<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<(repeat (each Member).Value)> {
        let binding = try registry.binding(Owner.self)
        var names: [[String]] = []
        let readers = (repeat try FieldReader(each projection.fields, binding, registry, &names))
        let (paths, content) = (names, content)
        return try Self.stream(projection.request, in: content, registry, batch: batch) {
            records, count in
            var list = RecordList(pathCount: paths.count)
            try records.forEach(next: count, reaching: paths) { found, reached, _ in
                list.append(found, reached)
            }
            return try ProjectedRecords.list(list).rows(of: repeat each readers, in: content)
        }
    }
}

extension Store {
    /// Returns a stream of several attributes of the objects of a request as they are now, with one
    /// batch at a time in memory. Decodes nothing else.
    /// - Parameters:
    ///   - projection: The attributes and the request for the objects.
    ///   - batch: The number of objects of which they are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request is invalid, `closed`
    ///   after ``close()``. Streams that were begun before continue.
    public func stream<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<(repeat (each Member).Value)> {
        try snapshot(label: "stream of \(Owner.entityName)").stream(projection, batch: batch)
    }
}
