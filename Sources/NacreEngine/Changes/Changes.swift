package import NacreFormat

/// A pending change of a store: what the closure of `performChanges` works with. Reads see its own
/// writes. Nobody else sees anything before the commit, and after a throw there is nothing to see.
///
/// Not thread-safe, and good only inside the closure: later use throws `closed`.
package final class Changes {
    let writer: Writer
    var commit: CommitWriter
    private let before: Writer.Mark
    private var isOpen = true
    /// Objects inserted, changed and deleted so far.
    package internal(set) var changeCount = 0
    private let number: CommitNumber
    private let time: Int64

    init(_ writer: Writer, prelude: [UInt8]) throws(StoreError) {
        guard let number = writer.lastCommit.next else {
            throw StoreError(.limitReached, "All commit numbers are used up.")
        }
        self.writer = writer
        self.number = number
        // Times never go back, so that a date leads to one commit; they decide nothing.
        time = max(writer.environment.now(), writer.lastTime)
        before = writer.mark()
        commit = writer.log.beginCommit(number, time: time, prelude: prelude)
    }

    // MARK: Schema

    /// Makes an entity. Its numbers are given here.
    /// - Parameter attributes: in declared order; their ids are their places, from 1 on.
    @discardableResult
    package func define(
        _ name: String, attributes: [AttributeSchema], id: String
    ) throws -> EntitySchema {
        try checkOpen()
        guard catalog[name] == nil else {
            throw StoreError(.schemaMismatch, "There is an entity '\(name)' already.")
        }
        guard let number = catalog.nextEntity, let layoutID = catalog.nextLayout else {
            throw StoreError(.limitReached, "The store's entity or layout numbers are used up.")
        }
        let schema = EntitySchema(
            number: number, name: name, attributes: attributes,
            idOrdinal: attributes.firstIndex { $0.name == id } ?? -1)
        if let problem = schema.problem {
            throw StoreError(.schemaMismatch, "The entity '\(name)' cannot be stored: \(problem).")
        }
        let layout = Layout(id: layoutID, of: schema)
        try write { () throws(FileError) in
            try commit.append(.schema) { schema.encode(into: $0) }
            try commit.append(.layout) { layout.encode(into: $0) }
        }
        writer.catalog = catalog.adding(schema).adding(layout)
        while writer.roots.count < catalog.entityCount { writer.roots.append(EntityRoots()) }
        while writer.rows.count < writer.roots.count { writer.rows.append(RowAllocator()) }
        return schema
    }

    // MARK: Objects

    /// Adds an object.
    /// - Parameter values: in the schema's order. A null object id is made here.
    /// - Returns: the id.
    @discardableResult
    package func insert(_ values: [Value], into entity: String) throws -> Value {
        let (definition, layout) = try open(entity, values)
        let values = try withID(values, definition)
        let id = values[definition.schema.idOrdinal]
        guard try find(id, in: definition) == nil else {
            throw StoreError(
                .duplicateID,
                "There is an object of '\(entity)' with this id already. Update it, or save instead"
                    + " of insert.")
        }
        try put(values, definition, layout, replacing: nil)
        return id
    }

    /// Replaces the values of an object that exists.
    package func update(_ values: [Value], of entity: String) throws {
        let (definition, layout) = try open(entity, values)
        guard let old = try find(values[definition.schema.idOrdinal], in: definition) else {
            throw StoreError(.noSuchObject, "There is no object of '\(entity)' with this id.")
        }
        try put(values, definition, layout, replacing: old)
    }

    /// Updates the object with this id, or inserts it.
    /// - Returns: whether it was inserted.
    @discardableResult
    package func save(_ values: [Value], in entity: String) throws -> Bool {
        let (definition, layout) = try open(entity, values)
        let values = try withID(values, definition)
        let old = try find(values[definition.schema.idOrdinal], in: definition)
        try put(values, definition, layout, replacing: old)
        return old == nil
    }

    /// Deletes the object with this id.
    /// - Returns: false if there is none.
    @discardableResult
    package func delete(_ id: Value, from entity: String) throws -> Bool {
        try checkOpen()
        let definition = try definition(entity)
        guard let old = try find(id, in: definition) else { return false }
        let former = FormerRecord(old)
        let number = Int(definition.schema.number.rawValue)
        let row = former.row.rawValue
        let key = idKey(id)
        try removeExternals(former.externals.values.map(\.row))
        try tombstone(row: former.row, layout: former.layout, idKey: key)
        writer.roots[number].rows.set(row, to: 0, pool: writer.pool)
        writer.roots[number].ids.remove(TreeEntry(key: key, row: row), pool: writer.pool)
        writer.rows[number].giveBack(row)
        changeCount += 1
        return true
    }

    private func open(
        _ entity: String, _ values: [Value]
    ) throws -> (EntityDefinition, Layout) {
        try checkOpen()
        let definition = try definition(entity)
        guard let layout = definition.layout, values.count == definition.schema.attributes.count
        else {
            throw StoreError(
                .invalidValue,
                "'\(entity)' has \(definition.schema.attributes.count) attributes, not"
                    + " \(values.count).")
        }
        return (definition, layout)
    }

    /// The values with an id: one is made where the type allows it.
    private func withID(_ values: [Value], _ definition: EntityDefinition) throws -> [Value] {
        let ordinal = definition.schema.idOrdinal
        guard values[ordinal].isNull, definition.schema.idAttribute.type == .scalar(.objectID)
        else { return values }
        var values = values
        repeat {
            values[ordinal] = .objectID(writer.objectIDs.next())
        } while try find(values[ordinal], in: definition) != nil
        return values
    }

    private func put(
        _ values: [Value], _ definition: EntityDefinition, _ layout: Layout,
        replacing old: FoundRecord?
    ) throws {
        let former = old.map { FormerRecord($0) }
        let number = Int(definition.schema.number.rawValue)
        let externals = try storeExternals(values, definition, replacing: former)
        let row = try former?.row.rawValue ?? takeRow(number)
        var isWritten = false
        defer { if !isWritten, former == nil { writer.rows[number].giveBack(row) } }
        let size = RecordEncoder.sizeBound(values, layout: layout)
        let position: Position
        do {
            position = try commit.append(.put, size: size) {
                (buffer) throws(RecordEncoder.ValueError) in
                try RecordEncoder.appendPut(
                    values, row: RowNumber(row), layout: layout, externals: externals, to: buffer)
            }
        } catch let error as RecordEncoder.ValueError {
            // The change may go on without the object, and then without its long values.
            let kept = former.map { Set($0.externals.values) } ?? []
            try removeExternals(externals.values.filter { !kept.contains($0) }.map(\.row))
            throw invalid(error, definition)
        } catch let error as FileError {
            throw writer.recordFailure(error)
        }
        isWritten = true
        writer.roots[number].rows.set(row, to: position.rawValue, pool: writer.pool)
        if let former {
            let kept = Set(externals.values)
            try removeExternals(former.externals.values.filter { !kept.contains($0) }.map(\.row))
        } else {
            let key = idKey(values[definition.schema.idOrdinal])
            writer.roots[number].ids.insert(TreeEntry(key: key, row: row), pool: writer.pool)
        }
        changeCount += 1
    }

    private func invalid(
        _ error: RecordEncoder.ValueError, _ definition: EntityDefinition
    ) -> StoreError {
        let attribute = definition.schema.attributes[error.ordinal]
        let kind = attribute.type.name + (attribute.isNullable ? " or null" : "")
        return StoreError(
            .invalidValue,
            "'\(attribute.name)' of '\(definition.schema.name)' takes \(kind), and a value of kind"
                + " \(error.found.kindName) was given, or one out of range.")
    }

    func takeRow(_ entity: Int) throws(StoreError) -> UInt32 {
        guard let row = writer.rows[entity].take(end: &writer.roots[entity].rowsEnd) else {
            throw StoreError(
                .limitReached, "An entity has at most 4,294,967,294 objects at a time.")
        }
        return row
    }

    func appendRecord(
        _ kind: RecordKind, size: Int, _ encode: (ByteBuffer) -> Void
    ) throws -> Position {
        do { return try commit.append(kind, size: size, encode) } catch let error as FileError {
            throw writer.recordFailure(error)
        }
    }

    func tombstone(row: RowNumber, layout: LayoutID, idKey: UInt64) throws {
        _ = try appendRecord(.tombstone, size: RecordFields.tombstoneSize) {
            RecordEncoder.appendTombstone(row: row, layout: layout, idKey: idKey, to: $0)
        }
    }

    private func write(_ body: () throws(FileError) -> Void) throws(StoreError) {
        do { try body() } catch { throw writer.recordFailure(error) }
    }

    // MARK: Reading

    /// The objects that a query asks for, one after another. The body may change the store: it gets
    /// what there was when this was called.
    package func forEach(
        _ query: Query, _ body: (StoredObject) throws -> Bool
    ) throws {
        // All at once, because a write can move the bytes that records are read from.
        for object in try fetch(query) {
            guard try body(object) else { return }
        }
    }

    package func fetch(_ query: Query) throws -> [StoredObject] {
        try checkOpen()
        let schema = try definition(query.entity).schema
        var objects: [StoredObject] = []
        try QueryScan(query, in: self).run { found in
            objects.append(try object(found, schema))
            return true
        }
        return objects
    }

    /// Every object of an entity, as they are when this is called; the body may change the store.
    package func forEach(
        in entity: String, _ body: (StoredObject) throws -> Bool
    ) throws {
        try checkOpen()
        let definition = try definition(entity)
        // From here on nodes are copied before they change, so that the walk sees none change.
        let walk = writer.pool.mark()
        defer { writer.pool.keep(walk) }
        let now = ChangesView(changes: self, roots: writer.roots)
        try now.forEach(in: definition) { try body(now.object($0, definition.schema)) }
    }

    package func find(_ id: Value, in entity: String) throws -> StoredObject? {
        try checkOpen()
        let definition = try definition(entity)
        return try find(id, in: definition).map { try object($0, definition.schema) }
    }

    package func count(_ entity: String) throws -> Int {
        try checkOpen()
        return roots(of: try definition(entity).schema.number).ids.count
    }

    package func count(_ query: Query) throws -> Int {
        try checkOpen()
        return try QueryScan(query, in: self).count()
    }

    // MARK: The end

    func checkOpen() throws(StoreError) {
        guard isOpen else {
            throw StoreError(
                .closed, "A change was used after its closure had ended. Begin another one.")
        }
        try writer.checkSound()
    }

    /// Makes the change durable and the writer's head.
    /// - Returns: false if nothing was changed, so that nothing was written.
    func finish() throws(StoreError) -> Bool {
        isOpen = false
        do { try writer.checkSound() } catch {
            writer.rollBack(to: before)
            throw error
        }
        if commit.isEmpty {
            rollBack()
            return false
        }
        do {
            let digest = try writer.log.finish(&commit, after: writer.lastDigest)
            writer.advance(to: number, time: time, digest: digest)
            return true
        } catch {
            let failure = writer.recordFailure(error)
            rollBack()
            throw failure
        }
    }

    /// Leaves everything as it was before.
    func rollBack() {
        isOpen = false
        writer.rollBack(to: before)
        guard writer.poison == nil else { return }
        do { try writer.log.abort(&commit) } catch { _ = writer.recordFailure(error) }
    }
}

/// What a pending change held at one moment, while it goes on.
private struct ChangesView: RecordSource {
    let changes: Changes
    let roots: [EntityRoots]

    var catalog: Catalog { changes.catalog }
    var idKey: IDKey { changes.idKey }
    func roots(of entity: EntityNumber) -> EntityRoots { roots[Int(entity.rawValue)] }
    func bytes(at position: Position) -> ByteView? { changes.bytes(at: position) }
    func path(of segment: SegmentNumber) -> String { changes.path(of: segment) }
}

extension Changes: RecordSource {
    package var catalog: Catalog { writer.catalog }
    var idKey: IDKey { writer.idKey }
    func roots(of entity: EntityNumber) -> EntityRoots { writer.roots[Int(entity.rawValue)] }
    func bytes(at position: Position) -> ByteView? { writer.log.bytes(at: position) }
    func path(of segment: SegmentNumber) -> String {
        "\(writer.log.directory.path)/\(FileName.segment(segment))"
    }
}
