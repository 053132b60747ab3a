internal import NacreFormat

/// Writes the objects found by a salvage into a new store, the newest first. If two objects cannot
/// both be in a store, the newer one is there already when the older one comes.
struct SalvageWriter {
    let reader: SalvagedReader
    let destination: String
    let files: any FileSystem
    var report: SalvageReport

    private static let objectsPerCommit = 4096
    private static let bytesPerCommit = 8 << 20

    /// A row with a readable version: the index of that version and of the newest one.
    private struct Choice {
        let version: Int
        let newest: Int
    }

    /// Writes the new store.
    /// - Parameter progress: Called with the finished share of the work.
    mutating func run(_ progress: (Double) throws -> Void) throws {
        let database = try Database(at: destination, options: .creating, fileSystem: files)
        let content = reader.content
        let entities = content.schemas.values.sorted { $0.number < $1.number }
        var done = 0
        if entities.contains(where: { $0.name == Format.historyEntity }) {
            report.problems.append(
                "former states, policies and marks are not saved: set a policy for the new store")
        }
        for schema in entities where !schema.isOwn {
            guard try define(schema, in: database) else { continue }
            report.kept[schema.name] = 0
            let choices = choose(schema)
            var start = 0
            while start < choices.count {
                let next = try write(choices, from: start, schema, to: database)
                done += next - start
                start = next
                try progress(min(1, Double(done) / Double(max(1, content.versions.count))))
            }
        }
        try database.close()
        let check = try IntegrityChecker(path: destination, fileSystem: files).run()
        guard let defect = check.defects.first else { return }
        throw StoreError(
            .corrupt, "The new store does not read back as it was written.", file: destination,
            cause: defect.description)
    }

    private mutating func define(_ schema: StoredSchema, in database: Database) throws -> Bool {
        do {
            try database.performChanges(author: "salvage") { changes in
                try changes.define(
                    schema.name, attributes: schema.attributes, id: schema.idAttribute.name,
                    lastAttribute: schema.lastAttribute, indexes: schema.namedIndexes,
                    searches: schema.namedSearches, generation: schema.generation,
                    texts: schema.texts)
            }
            return true
        } catch let error as StoreError where error.code == .schemaMismatch {
            report.problems.append(
                "the entity '\(schema.name)' cannot be stored: \(error.message)")
            return false
        }
    }

    // MARK: Choosing versions

    /// Returns the newest readable version of each row, newest commits first.
    private mutating func choose(_ schema: StoredSchema) -> [Choice] {
        var choices: [Choice] = []
        var lost: [(newest: Int, id: Value?)] = []
        let reader = reader
        let versions = reader.content.versions
        reader.content.forEachRow(of: schema.number) { range in
            for index in range {
                if versions[index].kind == .tombstone {
                    // A newer version that cannot be read belongs to an object that was inserted
                    // later.
                    if index > range.lowerBound { lost.append((range.lowerBound, nil)) }
                    return
                }
                if reader.object(versions[index], schema) != nil {
                    choices.append(Choice(version: index, newest: range.lowerBound))
                    return
                }
            }
            lost.append((range.lowerBound, range.lazy.compactMap { reader.id(versions[$0]) }.first))
        }
        for (newest, id) in lost { addLost(newest, schema, id) }
        return choices.sorted { versions[$0.version].commit > versions[$1.version].commit }
    }

    private mutating func addLost(_ index: Int, _ schema: StoredSchema, _ id: Value?) {
        report.lost.append(
            item(
                index, schema, id,
                "its newest version cannot be read, and there is no older one (row"
                    + " \(reader.content.versions[index].row))"))
    }

    private func item(
        _ index: Int, _ schema: StoredSchema, _ id: Value?, _ reason: String
    ) -> SalvageReport.Item {
        let version = reader.content.versions[index]
        return SalvageReport.Item(
            entity: schema.name, id: id.flatMap(Self.text),
            file: FileName.segment(version.segment), offset: version.offset, reason: reason)
    }

    static func text(_ id: Value) -> String? {
        guard let json = id.jsonForm else { return nil }
        return json.asString ?? String(decoding: JSONWriter.bytes(of: json), as: UTF8.self)
    }

    // MARK: Writing

    /// Writes one commit.
    /// - Returns: The index of the first choice that is not in it.
    private mutating func write(
        _ choices: [Choice], from start: Int, _ schema: StoredSchema, to database: Database
    ) throws -> Int {
        var next = start
        var written: [(choice: Choice, id: Value, missing: [String])] = []
        var refused: [(choice: Choice, id: Value, error: StoreError)] = []
        let reader = reader
        try database.performChanges(author: "salvage") { changes in
            // The target of a reference may be lost, or be inserted later.
            changes.checksReferences = false
            var bytes = 0
            while next < choices.count, next - start < Self.objectsPerCommit,
                bytes < Self.bytesPerCommit
            {
                let choice = choices[next]
                next += 1
                guard
                    let object = reader.object(
                        reader.content.versions[choice.version], schema)
                else { continue }
                let id = object.values[schema.idOrdinal]
                do {
                    _ = try changes.comparingAtOnce {
                        try changes.insert(object.values, into: schema.name)
                    }
                    written.append((choice, id, object.missing))
                    bytes += object.values.reduce(64) { $0 + $1.sizeEstimate }
                } catch let error as StoreError where Self.concernsOneObject(error) {
                    refused.append((choice, id, error))
                }
            }
        }
        for (choice, id, missing) in written { note(choice, id, missing, schema) }
        for (choice, id, error) in refused {
            if error.code == .invalidValue {
                report.lost.append(item(choice.version, schema, id, error.message))
            } else {
                report.conflicts.append(
                    item(
                        choice.version, schema, id,
                        "a newer object has its id or one of its unique values"))
            }
        }
        return next
    }

    private static func concernsOneObject(_ error: StoreError) -> Bool {
        [.duplicateID, .uniqueViolation, .invalidValue].contains(error.code)
    }

    private mutating func note(
        _ choice: Choice, _ id: Value, _ missing: [String], _ schema: StoredSchema
    ) {
        report.kept[schema.name, default: 0] += 1
        if choice.version != choice.newest {
            report.older.append(
                item(
                    choice.newest, schema, id,
                    "its newest version cannot be read; an older one is kept"))
        }
        if !missing.isEmpty {
            report.damaged.append(
                item(
                    choice.version, schema, id,
                    "long values cannot be read and are empty now: "
                        + missing.joined(separator: ", ")))
        }
    }
}

extension Value {
    /// The approximate size of the value, in bytes.
    fileprivate var sizeEstimate: Int {
        switch self {
        case .string(let text), .json(let text): text.utf8.count
        case .data(let bytes): bytes.count
        case .array(let elements): elements.count * 8
        default: 8
        }
    }
}
