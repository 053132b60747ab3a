package import NacreFormat

/// Reading by entity name and id, from a snapshot or a pending change.
package protocol DatabaseReader {
    var catalog: Catalog { get }
    /// Returns the schema of an entity, or throws an error that names the existing ones.
    func schema(of entity: String) throws -> StoredSchema
    /// Returns the object with an id, or nil.
    func find(_ id: Value, in entity: String) throws -> StoredObject?
    /// Returns the object with a value of a unique attribute, or nil.
    func find(_ value: Value, by attribute: String, in entity: String) throws -> StoredObject?
    /// Returns the number of objects of an entity.
    func count(_ entity: String) throws -> Int
    /// Returns the objects of a query, in its order.
    func fetch(_ query: Query) throws -> [StoredObject]
    /// Calls `body` with the objects of a query, in its order, until it returns false.
    func forEach(_ query: Query, _ body: (StoredObject) throws -> Bool) throws
    /// Returns the number of objects of a query. Decodes none.
    func count(_ query: Query) throws -> Int
    /// Calls `body` with every object of an entity, in no guaranteed order, until it returns false.
    func forEach(in entity: String, _ body: (StoredObject) throws -> Bool) throws
}

extension RecordSource {
    package func schema(of entity: String) throws -> StoredSchema {
        try definition(entity).schema
    }

    package func find(_ id: Value, in entity: String) throws -> StoredObject? {
        let definition = try definition(entity)
        guard let found = try find(id, in: definition) else { return nil }
        return try object(found, definition.schema)
    }

    package func find(
        _ value: Value, by attribute: String, in entity: String
    ) throws -> StoredObject? {
        let definition = try definition(entity)
        let found = try find(value, by: attribute, in: definition)
        return try found.map { try object($0, definition.schema) }
    }

    package func count(_ entity: String) throws -> Int {
        roots(of: try definition(entity).schema.number).ids.count
    }

    package func forEach(
        in entity: String, _ body: (StoredObject) throws -> Bool
    ) throws {
        let definition = try definition(entity)
        try forEach(in: definition) { try body(object($0, definition.schema)) }
    }

    /// Calls `body` with the records of a query, in its order, until it returns false. Decodes
    /// nothing.
    ///
    /// If the source is a pending change, the body must not write to it: a write can move the bytes
    /// that the record is read from.
    package func forEachRecord(
        _ query: Query, _ body: (FoundRecord) throws -> Bool
    ) throws {
        let view = view
        try view.checked {
            guard let match = try UniqueMatch(query, in: view) else {
                return try QueryExecution(query, in: view).run(body)
            }
            if let found = try match.found() { _ = try body(found) }
        }
    }

    package func fetch(_ query: Query) throws -> [StoredObject] {
        var objects: [StoredObject] = []
        try forEach(query) { object in
            objects.append(object)
            return true
        }
        return objects
    }

    package func forEach(
        _ query: Query, _ body: (StoredObject) throws -> Bool
    ) throws {
        let schema = try definition(query.entity).schema
        try forEachRecord(query) { try body(object($0, schema)) }
    }

    package func count(_ query: Query) throws -> Int {
        let view = view
        return try view.checked {
            if let match = try UniqueMatch(query, in: view) { return try match.count() }
            return try QueryExecution(query, in: view, isCounting: true).count()
        }
    }

    func object(_ found: FoundRecord, _ schema: StoredSchema) throws -> StoredObject {
        StoredObject(schema: schema, values: try values(of: found, schema: schema))
    }
}

extension DatabaseSnapshot: DatabaseReader {}
extension Changes: DatabaseReader {}

extension DatabaseSnapshot {
    /// Passes on the records of a query one after another, or all at once if there are so many that
    /// several threads should read them.
    /// - Parameters:
    ///   - share: Receives many records at once.
    ///   - body: Receives few records, one after another.
    package func forEachRecord(
        _ query: Query, sharing share: (SharedRecords) throws -> Void,
        _ body: (FoundRecord) throws -> Void
    ) throws {
        let view = view
        if let match = try UniqueMatch(query, in: view) {
            if let found = try view.checked(match.found) { try body(found) }
            return
        }
        let execution = try QueryExecution(query, in: view)
        try execution.source.checked {
            switch execution.plan.order {
            case .walk:
                if let records = try SharedRecords(walking: execution) {
                    return try share(records)
                }
                try execution.run { found in
                    try body(found)
                    return true
                }
            case .sort(_, let wanted, let column):
                let sorted = try execution.sorted(wanted, by: column)
                if SharedRecords.isWorthIt(sorted.count) {
                    return try share(SharedRecords(sorted, of: execution))
                }
                for (place, found) in sorted.enumerated() {
                    if place % RecordBlock.capacity == 0 { try execution.source.limit?.check() }
                    try body(found)
                }
            }
        }
    }
}

// Point reads. The compiler specializes each of these: a call through the protocol takes four times
// as long.

extension DatabaseSnapshot {
    package func find(_ value: Value, by finder: UniqueFinder) throws -> FoundRecord? {
        let found = try findRecord(value, by: finder)
        try version.checkSound()
        return found
    }
}

extension Changes {
    package func find(_ value: Value, by finder: UniqueFinder) throws -> FoundRecord? {
        try findRecord(value, by: finder)
    }
}

extension StoreView {
    package func find(_ value: Value, by finder: UniqueFinder) throws -> FoundRecord? {
        try findRecord(value, by: finder)
    }
}
