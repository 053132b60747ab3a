public import NacreEngine

// Not in `Reader`: a change ends with its closure, and writes while a stream waits would take away
// what it reads.

extension Snapshot {
    /// The objects of a request, a batch at a time in memory.
    /// - Parameters:
    ///   - request: which objects, in which order.
    ///   - batch: how many objects are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request makes no sense.
    public func stream<Owner: Entity>(
        _ request: FetchRequest<Owner>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<Owner> {
        let (snapshot, registry) = (content, registry)
        let binding = try registry.binding(Owner.self)
        let (decode, rows) = (binding.schema.decode, binding.rows)
        return try Self.stream(request, in: snapshot, batch: batch) { records, count in
            var objects: [Owner] = []
            try records.forEach(next: count) { found, source in
                objects.append(try binding.read(found, in: source, by: rows, decode))
            }
            return objects
        }
    }

    static func stream<Element>(
        _ request: FetchRequest<some Entity>, in snapshot: NacreEngine.Snapshot, batch: Int,
        _ fill: @escaping ResultStream<Element>.Fill
    ) throws(StoreError) -> ResultStream<Element> {
        guard batch > 0 else {
            throw StoreError(.invalidValue, "The size of a batch must be 1 or more.")
        }
        let query = try request.query()
        let records = try StoreError.typed { try RecordStream(query, in: snapshot) }
        return ResultStream(records, batch: batch, fill)
    }
}

extension Store {
    /// The objects of a request as they are now, a batch at a time in memory; what is changed
    /// meanwhile is not seen.
    /// - Parameters:
    ///   - request: which objects, in which order.
    ///   - batch: how many objects are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request makes no sense, `closed`
    ///   after ``close()``. What was begun before goes on.
    public func stream<Owner: Entity>(
        _ request: FetchRequest<Owner>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<Owner> {
        try snapshot(label: "stream of \(Owner.entityName)").stream(request, batch: batch)
    }
}
