internal import NacreEngine
package import NacreExchangeCore
internal import NacreFormat

/// Reads a dump into a store: makes its entities, and saves its objects by their ids (Formats.md,
/// "The dump").
package struct Loader {
    private static let expected =
        "A line of a dump was expected: {\"schema\":{...}} or {\"entity\":\"...\",\"object\":{...}}"

    private var reader: JSONLinesReader
    private let progress: (_ objects: Int, _ bytes: Int, _ size: Int) -> Void
    private var converters: [String: ObjectConverter<ImportError>] = [:]
    private var tally = ChangeTally()
    /// The first line, if it was already read.
    private var first: [JSONMember]?
    /// The attributes that get delete rules at the end. Objects come in the order of the dump, over
    /// many commits, and may refer to objects that come later, so the rules apply only at the end.
    private var ruled: [(entity: String, attributes: [AttributeSchema])] = []

    package init(
        _ source: ByteSource,
        progress: @escaping (_ objects: Int, _ bytes: Int, _ size: Int) -> Void = { _, _, _ in }
    ) {
        // A value may have a gigabyte, escapes make it up to six times as long, and an object may
        // have several such values. But the record of an object fits in one segment.
        reader = JSONLinesReader(source, lineLengthMax: Format.segmentSizeMax)
        self.progress = progress
    }

    /// Reads the first line, which in the dump of a store is a schema. This checks the file before
    /// a store is made for it.
    package mutating func checkBeginning() throws(ImportError) {
        first = try reader.next()
        guard let first else { return }
        guard first.count == 1, first[0].name == "schema" else {
            throw reader.error("\(Self.expected). The first line must be a schema.")
        }
    }

    private mutating func next() throws(ImportError) -> [JSONMember]? {
        guard let line = first else { return try reader.next() }
        first = nil
        return line
    }

    /// - Returns: The number of objects written.
    package mutating func run(into loop: CommitLoop) throws -> ChangeTally {
        var committed = ChangeTally()
        do {
            try loop.run { changes in
                guard let members = try next() else { return false }
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
        } else {
            throw reader.error("\(Self.expected).")
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
        let schema = try schema(ExactValue.withDoubles(json))
        let unruled = schema.attributes.map { $0.with(deleteRule: .noAction) }
        if let stored = changes.catalog[schema.name]?.schema {
            func isStored(_ attributes: [AttributeSchema]) -> Bool {
                SchemaDifference(from: stored, to: attributes, indexes: schema.namedIndexes).isEmpty
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
                generation: schema.generation, texts: schema.texts)
        } catch let error as StoreError where error.code == .schemaMismatch {
            throw reader.error(error.message)
        }
    }

    /// Returns the schema, if the store can represent all of it. Leaving out a part would make it
    /// another schema.
    private func schema(_ json: JSONValue) throws(ImportError) -> StoredSchema {
        let parts = SchemaParts(json)
        let unknown = parts.unknownNames + parts.unknownMembers
        guard unknown.isEmpty else {
            throw reader.error(
                "This schema has parts that this version of nacre does not know:"
                    + " \(NameList.text(unknown)). Load it with a newer version, or remove them.")
        }
        guard let schema = StoredSchema(json) else {
            throw reader.error("\(Self.expected). In this schema, \(parts.problem).")
        }
        if let problem = schema.problem {
            throw reader.error("The entity '\(schema.name)' cannot be stored: \(problem).")
        }
        if let condition = schema.unusableCondition {
            throw reader.error(
                "'\(condition.text)' cannot be the condition of unique values of"
                    + " '\(schema.name)': \(condition.reason)")
        }
        return schema
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
        guard let values = try converters[entity]?.values(of: object, error: reader.error) else {
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
