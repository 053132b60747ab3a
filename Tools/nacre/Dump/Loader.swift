package import NacreEngine
package import NacreExchangeCore
internal import NacreFormat

/// Reads a dump into a store: makes its entities, and saves its objects by their ids (Formats.md,
/// "The dump").
package struct Loader {
    private var reader: DumpReader
    private let progress: (_ objects: Int, _ bytes: Int, _ size: Int) -> Void
    private var converters: [String: ObjectConverter<ImportError>] = [:]
    private var tally = ChangeTally()
    /// Whether the dump has the history of a store, which only a new store can have.
    package private(set) var hasHistory = false
    /// The attributes that get delete rules at the end. Objects come in the order of the dump, over
    /// many commits, and may refer to objects that come later, so the rules apply only at the end.
    private var ruled: [(entity: String, attributes: [AttributeSchema])] = []

    package init(
        _ source: ByteSource,
        progress: @escaping (_ objects: Int, _ bytes: Int, _ size: Int) -> Void = { _, _, _ in }
    ) {
        reader = DumpReader(source)
        self.progress = progress
    }

    /// Reads ahead to the first line that is no schema. The first one is a schema in the dump of a
    /// store, which may have none only with its history. This checks the file before a store is
    /// made for it.
    package mutating func checkBeginning() throws(ImportError) {
        let (first, other) = try reader.readAhead()
        hasHistory = other.map(Self.isHistory) ?? false
        guard let first, !hasHistory else { return }
        guard first.count == 1, first[0].name == "schema" else {
            throw reader.error("\(DumpedSchema.expected). The first line must be a schema.")
        }
    }

    private static func isHistory(_ members: [JSONMember]) -> Bool {
        members.count == 1 && members[0].name == "history"
    }

    /// Loads a dump with history.
    /// - Parameter database: A new store without commits and without maintenance.
    package mutating func runHistory(into database: Database) throws -> HistoryTally {
        var loader = HistoryLoader(reader, progress: progress)
        return try loader.run(into: database)
    }

    /// - Returns: The number of objects written.
    package mutating func run(into loop: CommitLoop) throws -> ChangeTally {
        var committed = ChangeTally()
        do {
            try loop.run { changes in
                guard let members = try reader.next() else { return false }
                try load(members, changes)
                if tally.count.isMultiple(of: 64) {
                    progress(tally.count, reader.bytesConsumed, reader.fileSize ?? 0)
                }
                return true
            } committed: {
                committed = tally
            }
            try addRules(to: loop.database, author: loop.author)
        } catch let error as ImportError {
            throw error.afterCommit(of: committed.count)
        } catch let error as StoreError {
            throw error.afterCommit(of: committed.count)
        }
        return tally
    }

    private mutating func load(_ members: [JSONMember], _ changes: Changes) throws {
        let line = JSONValue.object(members)
        if members.count == 1, let json = line["schema"] {
            try define(json, changes)
        } else if members.count == 2, let entity = line["entity"]?.asString,
            let object = line["object"]?.asObject
        {
            try save(object, entity, changes)
        } else if Self.isHistory(members) {
            throw reader.error(
                "This dump has the history of a store, which only a new store can have. Load it"
                    + " into a directory that does not exist, or dump without --history.")
        } else {
            throw reader.error("\(DumpedSchema.expected).")
        }
    }

    private func addRules(to database: Database, author: String) throws {
        try database.performChanges(author: author) { changes in
            for (entity, attributes) in ruled {
                try changes.redefine(entity, attributes: attributes)
            }
        }
    }

    private mutating func define(_ json: JSONValue, _ changes: Changes) throws {
        let schema = try DumpedSchema.schema(ExactValue.withDoubles(json)) { message in
            reader.error(message)
        }
        let unruled = schema.attributes.map { $0.with(deleteRule: .noAction) }
        if let stored = changes.catalog[schema.name]?.schema {
            func isStored(_ attributes: [AttributeSchema]) -> Bool {
                SchemaDifference(
                    from: stored, to: attributes, indexes: schema.namedIndexes,
                    searches: schema.namedSearches
                ).isEmpty
            }
            if isStored(schema.attributes), stored.idOrdinal == schema.idOrdinal { return }
            // An earlier load was interrupted.
            guard isStored(unruled), stored.idOrdinal == schema.idOrdinal else {
                throw reader.error(
                    "The store has an entity '\(schema.name)' with another schema. Load into "
                        + "another store.")
            }
            ruled.append((schema.name, schema.attributes))
            return
        }
        if unruled != schema.attributes { ruled.append((schema.name, schema.attributes)) }
        do {
            try changes.define(
                schema.name, attributes: unruled, id: schema.idAttribute.name,
                lastAttribute: schema.lastAttribute, indexes: schema.namedIndexes,
                searches: schema.namedSearches, generation: schema.generation, texts: schema.texts)
        } catch let error as StoreError where error.code == .schemaMismatch {
            throw reader.error(error.message)
        }
    }

    private mutating func save(
        _ object: [JSONMember], _ entity: String, _ changes: Changes
    ) throws {
        if converters[entity] == nil {
            guard let schema = changes.catalog[entity]?.schema else {
                throw reader.error(
                    "The store has no entity '\(entity)', and there was no line with its schema.")
            }
            converters[entity] = ObjectConverter(schema, isUntyped: false, makesIDs: false)
        }
        guard let values = try converters[entity]?.values(of: object, error: { reader.error($0) })
        else {
            return
        }
        do {
            tally.add(
                isNew: try changes.comparingAtOnce { try changes.save(values, in: entity) })
        } catch let error as StoreError where error.concernsOneObject {
            throw reader.error(error.message)
        }
    }
}
