public import NacreEngine

extension Snapshot {
    /// Several attributes of the objects of a request, a batch at a time in memory. Decodes nothing
    /// else.
    ///
    /// ```swift
    /// var rows = try store.stream(City.all.select(\.name, \.population))
    /// while let (name, people) = try rows.next() { ... }
    /// ```
    /// - Parameters:
    ///   - projection: which attributes of which objects, in which order.
    ///   - batch: of how many objects they are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request makes no sense.
    public func stream<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<(repeat (each Member).Value)> {
        let binding = try registry.binding(Owner.self)
        var names: [[String]] = []
        let readers = (repeat try FieldReader(each projection.fields, binding, registry, &names))
        let paths = names
        return try Self.stream(projection.request, in: content, batch: batch) { records, count in
            var rows: [(repeat (each Member).Value)] = []
            try records.forEach(next: count, reaching: paths) { found, reached, source in
                rows.append((repeat try (each readers).read(found, reached, in: source)))
            }
            return rows
        }
    }
}

extension Store {
    /// Several attributes of the objects of a request as they are now, a batch at a time in memory.
    /// Decodes nothing else.
    /// - Parameters:
    ///   - projection: which attributes of which objects, in which order.
    ///   - batch: of how many objects they are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request makes no sense, `closed`
    ///   after ``close()``. What was begun before goes on.
    public func stream<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<(repeat (each Member).Value)> {
        try snapshot(label: "stream of \(Owner.entityName)").stream(projection, batch: batch)
    }
}
