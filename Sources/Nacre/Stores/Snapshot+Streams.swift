public import NacreEngine

// Not in `Reader`: a write transaction ends with its closure, and a write between two batches would
// change the state that the stream reads.

extension Snapshot {
    /// Returns a stream of the objects of a request, with one batch at a time in memory.
    /// - Parameters:
    ///   - request: The objects and their order.
    ///   - batch: The number of objects that are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request is invalid.
    public func stream<Owner: Entity>(
        _ request: FetchRequest<Owner>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<Owner> {
        let (snapshot, registry) = (content, registry)
        let binding = try registry.binding(Owner.self)
        let (decode, rows) = (binding.schema.decode, binding.rows)
        return try Self.stream(request, in: snapshot, registry, batch: batch) { records, count in
            var objects: [Owner] = []
            try records.forEach(next: count) { found, source in
                objects.append(try binding.read(found, in: source, by: rows, decode))
            }
            return objects
        }
    }

    static func stream<Element>(
        _ request: FetchRequest<some Entity>, in snapshot: DatabaseSnapshot,
        _ registry: EntityRegistry, batch: Int,
        _ fill: @escaping ResultStream<Element>.Fill
    ) throws(StoreError) -> ResultStream<Element> {
        guard batch > 0 else {
            throw StoreError(.invalidValue, "The size of a batch must be 1 or more.")
        }
        let query = try request.query(in: registry)
        let records = try StoreError.typed { try RecordStream(query, in: snapshot) }
        return ResultStream(records, batch: batch, fill)
    }
}

extension Store {
    /// Returns a stream of the objects of a request as they are now, with one batch at a time in
    /// memory. The stream does not see later changes.
    /// - Parameters:
    ///   - request: The objects and their order.
    ///   - batch: The number of objects that are read at once; 1 or more.
    /// - Throws: `invalidValue` if the batch is less than 1 or the request is invalid, `closed`
    ///   after ``close()``. Streams that were begun before continue.
    public func stream<Owner: Entity>(
        _ request: FetchRequest<Owner>, batch: Int = 256
    ) throws(StoreError) -> ResultStream<Owner> {
        try snapshot(label: "stream of \(Owner.entityName)").stream(request, batch: batch)
    }
}
