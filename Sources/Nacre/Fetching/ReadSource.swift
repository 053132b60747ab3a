internal import NacreEngine
internal import NacreFormat

/// The source of a ``Reader``: a snapshot or a pending change. Opaque.
public struct ReadSource {
    let content: Content
    @usableFromInline let registry: EntityRegistry

    enum Content {
        case snapshot(DatabaseSnapshot)
        case changes(Changes)
    }

    /// Checks the limit of the read every 1024 results, for loops that convert results.
    /// - Parameter count: The number of results so far.
    /// - Throws: `cancelled` or `deadlineExceeded` once the read must stop.
    func check(after count: Int) throws(StoreError) {
        guard count & 1023 == 0, case .snapshot(let snapshot) = content else { return }
        try snapshot.limit?.check()
    }

    func count<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) -> Int {
        let query = try request.query(
            of: registry.binding(Owner.self).model.name, in: registry)
        do {
            switch content {
            case .snapshot(let snapshot): return try snapshot.count(query)
            case .changes(let changes): return try changes.count(query)
            }
        } catch {
            throw StoreError.wrapping(error)
        }
    }
}

// Generic code is compiled again for each type that uses it. All code that does not depend on the
// type is outlined into non-generic functions. The per-object code must be specialized:
// unspecialized, it would take as long as finding the object.

extension ReadSource {
    @inlinable
    func fetch<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) -> [Owner] {
        let binding = try registry.binding(Owner.self)
        // Read once: reading it for each object would retain and release it each time.
        let decode = binding.decode
        var objects: [Owner] = []
        // Most pages are full.
        if let limit = request.limit { objects.reserveCapacity(min(max(0, limit), 1024)) }
        try forEachRow(request, binding.reader) { rows in
            objects = try rows.array(decode)
        } each: { row in
            objects.append(try decode(&row))
        }
        return objects
    }

    /// Calls a closure for the rows of a request.
    /// - Parameters:
    ///   - share: Receives the rows if there are many objects; several threads can read them.
    ///   - body: Reads all attributes of one object.
    @usableFromInline
    func forEachRow<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ reader: ObjectReader,
        sharing share: (SharedRows) throws -> Void, each body: (inout ObjectDecoder) throws -> Void
    ) throws(StoreError) {
        let query = try request.query(of: reader.model.name, in: registry)
        switch content {
        case .snapshot(let snapshot) where !reader.rows.holdsObjects:
            try reader.forEachRow(query, in: snapshot, sharing: share, each: body)
        case .snapshot(let snapshot): try reader.forEachRow(query, in: snapshot, body)
        case .changes(let changes): try reader.forEachRow(query, in: changes, body)
        }
    }

    @inlinable
    func find<Owner: Entity>(
        _ type: Owner.Type, _ id: StoredValue
    ) throws(StoreError) -> Owner? {
        let binding = try registry.binding(type)
        var object: Owner?
        try find(id, nil, binding.reader) { row in object = try binding.decode(&row) }
        return object
    }

    @inlinable
    func find<Owner: Entity, Value>(
        _ field: Field<Owner, Value>, _ value: StoredValue
    ) throws(StoreError) -> Owner? {
        try Self.check(field.problem)
        return try find(Owner.self, value, of: field.fieldPath)
    }

    /// Returns the object with a value of a unique attribute.
    @inlinable
    func find<Owner: Entity>(
        _ type: Owner.Type, _ value: StoredValue, of path: FieldPath
    ) throws(StoreError) -> Owner? {
        let binding = try registry.binding(type)
        var object: Owner?
        try find(value, path, binding.reader) { row in object = try binding.decode(&row) }
        return object
    }

    @usableFromInline
    static func tooMany(_ entity: String) -> StoreError {
        StoreError(
            .tooManyResults,
            "One object of '\(entity)' was expected, and there are several. Narrow the request, or"
                + " fetch the first one."
        ).about(entity)
    }

    /// Throws if a field cannot be used.
    /// - Parameter problem: The reason, or nil.
    @usableFromInline
    static func check(_ problem: String?) throws(StoreError) {
        if let problem { throw StoreError(.invalidValue, problem) }
    }

    /// Finds an object by its id or by a unique value.
    /// - Parameters:
    ///   - path: The path of a unique attribute, or nil for the id.
    ///   - body: Reads all attributes of the object with the value. Not called if there is none.
    @usableFromInline
    func find(
        _ value: StoredValue, _ path: FieldPath?, _ reader: ObjectReader,
        _ body: (inout ObjectDecoder) throws -> Void
    ) throws(StoreError) {
        switch content {
        case .snapshot(let snapshot): try reader.find(value.value, path, in: snapshot, body)
        case .changes(let changes): try reader.find(value.value, path, in: changes, body)
        }
    }
}

extension RecordSource {
    /// Calls a closure for the records of a request, in its order.
    func forEach<Owner: Entity>(
        _ request: FetchRequest<Owner>, in registry: EntityRegistry,
        _ body: (FoundRecord) throws(StoreError) -> Void
    ) throws(StoreError) {
        let query = try request.query(in: registry)
        try StoreError.typed {
            try forEachRecord(query) { found in
                try body(found)
                return true
            }
        }
    }
}

extension ObjectReader {
    /// Reads the objects of a query, in its order.
    @inline(__always)
    fileprivate func forEachRow(
        _ query: Query, in source: some RecordSource, _ body: (inout ObjectDecoder) throws -> Void
    ) throws(StoreError) {
        let rows = rows
        let held = try heldReader(for: rows, source)
        do {
            try source.forEachRecord(query) { found in
                try read(found, in: source, by: rows, holding: held, body)
                return true
            }
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    /// Reads the objects of a query that hold no other objects. See `forEachRow` of ``ReadSource``.
    @inline(__always)
    fileprivate func forEachRow(
        _ query: Query, in snapshot: DatabaseSnapshot,
        sharing share: (SharedRows) throws -> Void, each body: (inout ObjectDecoder) throws -> Void
    ) throws(StoreError) {
        let rows = rows
        do {
            try snapshot.forEachRecord(query) { records in
                try share(SharedRows(records, of: self, in: snapshot))
            } _: { found in
                try read(found, in: snapshot, by: rows, body)
            }
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    @inline(__always)
    fileprivate func find(
        _ value: NacreFormat.Value, _ path: FieldPath?, in source: some RecordSource,
        _ body: (inout ObjectDecoder) throws -> Void
    ) throws(StoreError) {
        guard let found = try record(with: value, of: path, in: source) else { return }
        try read(found, in: source, by: rows, body)
    }

    /// Returns the record of the object with a value of a unique attribute, or with an id if there
    /// is no path.
    @inline(__always)
    func record(
        with value: NacreFormat.Value, of path: FieldPath?, in source: some RecordSource
    ) throws(StoreError) -> FoundRecord? {
        do {
            guard let path else { return try source.find(value, by: definition.idFinder) }
            if definition.hasConditions,
                let index = definition.conditionalIndex(of: path.name)
            {
                return try source.find(value, among: index, in: definition)
            }
            // An id that is JSON is stored as a string.
            if case .json(let text) = value, path.name == definition.schema.idAttribute.name {
                return try source.find(.string(text), by: definition.idFinder)
            }
            return try definition.withFinder(of: path.name) { try source.find(value, by: $0) }
        } catch {
            throw StoreError.wrapping(error)
        }
    }
}
