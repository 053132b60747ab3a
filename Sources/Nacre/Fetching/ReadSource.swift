internal import NacreEngine
internal import NacreFormat

/// Where a ``Reader`` reads: a snapshot or a pending change. Opaque.
public struct ReadSource {
    let content: Content
    let registry: EntityRegistry

    enum Content {
        case snapshot(NacreEngine.Snapshot)
        case changes(Changes)
    }

    func fetch<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) -> [Owner] {
        let binding = try registry.binding(Owner.self)
        // Taken out once: reading it for each object would count a reference each time.
        let (decode, rows) = (binding.schema.decode, binding.rows)
        var objects: [Owner] = []
        // A page mostly has as many objects as it may have.
        if let limit = request.limit { objects.reserveCapacity(min(max(0, limit), 1024)) }
        switch content {
        case .snapshot(let snapshot):
            try snapshot.forEach(request) { (found) throws(StoreError) in
                objects.append(try binding.read(found, in: snapshot, by: rows, decode))
            }
        case .changes(let changes):
            try changes.forEach(request) { (found) throws(StoreError) in
                objects.append(try binding.read(found, in: changes, by: rows, decode))
            }
        }
        return objects
    }

    func count<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) -> Int {
        _ = try registry.binding(Owner.self)
        let query = try request.query()
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.count(query)
            case .changes(let changes): try changes.count(query)
            }
        }
    }

    func find<Owner: Entity>(_ type: Owner.Type, _ id: Owner.ID) throws(StoreError) -> Owner? {
        let binding = try registry.binding(type)
        let value = try StoreError.typed { try id.storedValue().value }
        switch content {
        case .snapshot(let snapshot): return try binding.find(value, in: snapshot)
        case .changes(let changes): return try binding.find(value, in: changes)
        }
    }

    func find<Owner: Entity, Value: Storable>(
        _ field: Field<Owner, Value>, _ value: Value
    ) throws(StoreError) -> Owner? {
        if let problem = field.problem { throw StoreError(.invalidValue, problem) }
        let binding = try registry.binding(Owner.self)
        let value = try StoreError.typed { try value.storedValue().value }
        switch content {
        case .snapshot(let snapshot):
            return try binding.find(value, by: field.fieldPath, in: snapshot)
        case .changes(let changes):
            return try binding.find(value, by: field.fieldPath, in: changes)
        }
    }
}

extension RecordSource {
    /// The records of a request, in its order.
    func forEach<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ body: (FoundRecord) throws(StoreError) -> Void
    ) throws(StoreError) {
        let query = try request.query()
        try StoreError.typed {
            try forEachRecord(query) { found in
                try body(found)
                return true
            }
        }
    }
}

extension EntityBinding {
    /// The object with an id.
    func find(
        _ id: NacreFormat.Value, in source: some RecordSource
    ) throws(StoreError) -> Owner? {
        let found = try StoreError.typed { try source.find(id, in: definition) }
        guard let found else { return nil }
        return try decode(found, in: source)
    }

    /// The object with a value of a unique attribute.
    func find(
        _ value: NacreFormat.Value, by attribute: FieldPath, in source: some RecordSource
    ) throws(StoreError) -> Owner? {
        guard let found = try record(with: value, of: attribute, in: source) else { return nil }
        return try decode(found, in: source)
    }

    /// The record of the object with a value of a unique attribute, which the id is too.
    func record(
        with value: NacreFormat.Value, of attribute: FieldPath, in source: some RecordSource
    ) throws(StoreError) -> FoundRecord? {
        try StoreError.typed {
            attribute.name == definition.schema.idAttribute.name
                ? try source.find(value, in: definition)
                : try source.find(value, by: attribute.name, in: definition)
        }
    }
}
