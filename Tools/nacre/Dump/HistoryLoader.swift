internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// Reads a dump with history into a new store, commit by commit with their numbers (Formats.md,
/// "The dump with history").
///
/// The schemas are those of the newest state, and older states may break their rules: values can be
/// equal that are unique by now. So uniqueness, indexes and delete rules come with the last commit,
/// and so do the settings of the history, which would otherwise apply to commits that come later.
struct HistoryLoader {
    private static let expected =
        "A line of a dump with history was expected: {\"commit\":{...}},"
        + " {\"entity\":\"...\",\"object\":{...}} or {\"entity\":\"...\",\"deleted\":...}"

    /// The names of the only members of lines after which a commit has no more changes.
    private static let names = ["commit", "end"]

    private var reader: DumpReader
    private let progress: (_ objects: Int, _ bytes: Int, _ size: Int) -> Void
    private var schemas: [StoredSchema] = []
    private var converters: [String: ObjectConverter<ImportError>] = [:]
    private var tally = HistoryTally()
    /// Whether a state is being written into the empty store.
    private var isBeginning = true

    init(
        _ reader: DumpReader,
        progress: @escaping (_ objects: Int, _ bytes: Int, _ size: Int) -> Void
    ) {
        self.reader = reader
        self.progress = progress
    }

    mutating func run(into database: Database) throws -> HistoryTally {
        let history = try readSettings()
        var expected = CommitSequence(history)
        while var stamp = try nextStamp(history) {
            guard let number = expected.next() else {
                throw reader.error(
                    "Commit \(stamp.number) follows the newest commit, \(history.newest).")
            }
            guard stamp.number.rawValue == number.commit else {
                throw reader.error(
                    "This is commit \(stamp.number), and commit \(number.commit) was expected."
                        + " Dump the store again.")
            }
            stamp.isState = number.isState
            try load(stamp, history, into: database)
        }
        if let number = expected.next() {
            throw reader.error(
                "The dump ends before commit \(number.commit). Dump the store again.")
        }
        guard try reader.next() == nil else {
            throw reader.error("The dump goes on after its end. Dump the store again.")
        }
        return tally
    }

    // MARK: The beginning

    private mutating func readSettings() throws -> DumpedHistory {
        var names: Set<String> = []
        while let members = try reader.next() {
            if members.count == 1, members[0].name == "schema" {
                let json = ExactValue.withDoubles(members[0].value)
                let schema = try DumpedSchema.schema(json) { reader.error($0) }
                guard !schema.isOwn, names.insert(schema.name).inserted else {
                    throw reader.error("A dump has no second schema of '\(schema.name)'.")
                }
                schemas.append(schema)
            } else if members.count == 1, members[0].name == "history" {
                do throws(DumpProblem) {
                    let history = try DumpedHistory(members[0].value)
                    try history.check(names)
                    return history
                } catch {
                    throw reader.error(error.message)
                }
            } else {
                break
            }
        }
        throw reader.error(Self.expected)
    }

    // MARK: Commits

    /// Returns the stamp of the next commit; nil at the last line.
    private mutating func nextStamp(_ history: DumpedHistory) throws -> CommitStamp? {
        guard let members = try reader.next() else {
            throw reader.error("The dump has no end, so a part is missing. Dump the store again.")
        }
        guard members.count == 1, Self.names.contains(members[0].name) else {
            throw reader.error(Self.expected)
        }
        if members[0].name == "end" {
            guard members[0].value.asCount == history.newest else {
                throw reader.error("'end' is not the newest commit, \(history.newest).")
            }
            return nil
        }
        do throws(DumpProblem) { return try CommitStamp(members[0].value) } catch {
            throw reader.error(error.message)
        }
    }

    private mutating func load(
        _ stamp: CommitStamp, _ history: DumpedHistory, into database: Database
    ) throws {
        let line = reader.lineNumber
        do {
            try database.performChanges(as: stamp) { changes in
                if isBeginning { try define(changes) }
                while let members = try reader.next() {
                    if members.count == 1, Self.names.contains(members[0].name) {
                        reader.putBack()
                        break
                    }
                    try load(members, stamp, changes)
                }
                if stamp.number.rawValue == history.newest { try finish(history, changes) }
            }
        } catch let error as StoreError where error.isOfDump {
            throw reader.error("Commit \(stamp.number): \(error.message)", line: line)
        }
        isBeginning = false
        tally.commits += 1
    }

    private mutating func load(
        _ members: [JSONMember], _ stamp: CommitStamp, _ changes: Changes
    ) throws {
        guard members.count == 2, members[0].name == "entity",
            let entity = members[0].value.asString
        else { throw reader.error(Self.expected) }
        guard let schema = changes.catalog[entity]?.schema, !schema.isOwn else {
            throw reader.error("There was no line with the schema of '\(entity)'.")
        }
        switch members[1].name {
        case "object": try save(members[1].value, schema, stamp, changes)
        case "deleted": try delete(members[1].value, schema, stamp, changes)
        default: throw reader.error(Self.expected)
        }
        let count = tally.saved + tally.deleted
        if count.isMultiple(of: 64) {
            progress(count, reader.bytesConsumed, reader.fileSize ?? 0)
        }
    }

    private mutating func save(
        _ json: JSONValue, _ schema: StoredSchema, _ stamp: CommitStamp, _ changes: Changes
    ) throws {
        guard let object = json.asObject else { throw reader.error(Self.expected) }
        if converters[schema.name] == nil {
            converters[schema.name] = ObjectConverter(schema, isUntyped: false, makesIDs: false)
        }
        guard
            let values = try converters[schema.name]?.values(
                of: object, error: { reader.error($0) })
        else { return }
        do {
            let isNew = try changes.writingUnchanged { try changes.save(values, in: schema.name) }
            // A former version of the object would belong to no state.
            guard isNew || !isBeginning else {
                throw reader.error("The first commit has this object of '\(schema.name)' twice.")
            }
        } catch let error as StoreError where error.isOfDump {
            throw reader.error(error.message)
        }
        tally.saved += 1
    }

    private mutating func delete(
        _ json: JSONValue, _ schema: StoredSchema, _ stamp: CommitStamp, _ changes: Changes
    ) throws {
        guard let id = ExactValue.value(json, as: schema.idAttribute.type), !id.isNull,
            !isBeginning, try changes.delete(id, from: schema.name)
        else {
            throw reader.error(
                "Commit \(stamp.number) deletes an object of '\(schema.name)' that does not exist."
                    + " Dump the store again.")
        }
        tally.deleted += 1
    }

    // MARK: Schemas and settings

    private func define(_ changes: Changes) throws {
        for schema in schemas {
            let attributes = schema.attributes.enumerated().map { ordinal, attribute in
                attribute.with(deleteRule: .noAction)
                    .with(isUnique: attribute.isUnique && ordinal == schema.idOrdinal)
            }
            try changes.define(
                schema.name, attributes: attributes,
                id: schema.idAttribute.name, lastAttribute: schema.lastAttribute,
                generation: schema.generation, texts: schema.texts)
        }
    }

    private func finish(_ history: DumpedHistory, _ changes: Changes) throws {
        for schema in schemas {
            try changes.redefine(
                schema.name, attributes: schema.attributes, indexes: schema.namedIndexes,
                searches: schema.namedSearches)
        }
        let policies = history.policies.map { policy in
            StoredHistoryPolicy(
                entity: policy.entity.flatMap { changes.catalog[$0]?.schema.number }
                    ?? .externalValue,
                policy: policy.policy, horizon: CommitNumber(policy.horizon),
                since: CommitNumber(policy.since))
        }
        try changes.restoreHistory(policies, marks: history.marks)
        try changes.restoreUndone(history.undone)
    }
}

extension StoreError {
    /// Whether the dump caused the error, so that its line helps.
    fileprivate var isOfDump: Bool {
        switch code {
        case .invalidValue, .uniqueViolation, .duplicateID, .schemaMismatch, .danglingReference,
            .limitReached:
            true
        default: false
        }
    }
}
