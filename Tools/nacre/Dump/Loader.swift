internal import NacreEngine
internal import NacreFormat

/// Reads a dump into a store: makes its entities, and saves its objects by their ids (Formats.md,
/// "The dump").
package struct Loader {
    private static let expected =
        "A line of a dump was expected: {\"schema\":{...}} or {\"entity\":\"...\",\"object\":{...}}"

    private var reader: JSONLinesReader
    private let progress: (_ objects: Int, _ bytes: Int, _ size: Int) -> Void
    private var converters: [String: ObjectConverter] = [:]
    private var tally = ChangeTally()
    /// The first line, if it was read already.
    private var first: [JSONMember]?

    package init(
        _ source: ByteSource,
        progress: @escaping (_ objects: Int, _ bytes: Int, _ size: Int) -> Void = { _, _, _ in }
    ) {
        // A value may be a gigabyte, and escapes make it six times as long; an object may have
        // several. What its record has room for is in one segment.
        reader = JSONLinesReader(source, lineLengthMax: Format.segmentSizeMax)
        self.progress = progress
    }

    /// Reads the first line, which in the dump of a store is a schema: for a look at the file
    /// before a store is made of it.
    package mutating func checkBeginning() throws(ImportError) {
        first = try reader.next()
        guard let first else { return }
        guard first.count == 1, first[0].name == "schema" else {
            throw reader.error("\(Self.expected). The first line is a schema.")
        }
    }

    private mutating func next() throws(ImportError) -> [JSONMember]? {
        guard let line = first else { return try reader.next() }
        first = nil
        return line
    }

    /// - Returns: how many objects were written.
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

    private func define(_ json: JSONValue, _ changes: Changes) throws {
        guard let schema = EntitySchema(json) else {
            throw reader.error("\(Self.expected). This schema lacks something.")
        }
        if let stored = changes.catalog[schema.name]?.schema {
            let difference = SchemaDifference(
                from: stored, to: schema.attributes, indexes: schema.namedIndexes)
            guard difference.isEmpty, stored.idOrdinal == schema.idOrdinal else {
                throw reader.error(
                    "The store has an entity '\(schema.name)' with another schema. Load into "
                        + "another store.")
            }
            return
        }
        do {
            try changes.define(
                schema.name, attributes: schema.attributes, id: schema.idAttribute.name,
                lastAttribute: schema.lastAttribute, indexes: schema.namedIndexes)
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
        guard let values = try converters[entity]?.values(of: object, error: reader.error) else {
            return
        }
        do {
            tally.add(isNew: try changes.save(values, in: entity))
        } catch let error as StoreError where error.concernsOneObject {
            throw reader.error(error.message)
        }
    }
}
