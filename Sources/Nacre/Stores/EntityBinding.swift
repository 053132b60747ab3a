internal import NacreEngine
internal import NacreFormat

/// A Swift type and its entity in one store: where each attribute stands in the entity's records.
final class EntityBinding<Owner: Entity>: Sendable {
    let model: EntityModel
    let definition: EntityDefinition
    /// Of new records. Others are brought to it before they are decoded.
    let layout: Layout
    let table: SlotTable
    let schema: EntitySchema<Owner>

    /// - Parameters:
    ///   - model: of the type.
    ///   - definition: of an entity that has all its attributes, of the same types.
    init(_ model: EntityModel, _ definition: EntityDefinition, _ layout: Layout) {
        self.model = model
        self.definition = definition
        self.layout = layout
        schema = Owner.schema
        let ordinals = model.leaves.map { leaf in
            guard let ordinal = definition.schema.ordinal(of: leaf.name) else {
                preconditionFailure("attributes were checked when the store opened")
            }
            return ordinal
        }
        table = SlotTable(model.leaves, ordinals: ordinals, in: layout)
    }

    // MARK: Reading

    func decode(
        _ found: FoundRecord, in source: some RecordSource
    ) throws(StoreError) -> Owner {
        try read(found, in: source, at: 0, schema.decode)
    }

    /// Reads a record from the attribute with an ordinal on.
    func read<Value>(
        _ found: FoundRecord, in source: some RecordSource, at ordinal: Int,
        _ body: (inout RowDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        guard found.layout.id == layout.id, !found.record.flags.contains(.hasExternalValues) else {
            return try readInlined(found, in: source, at: ordinal, body)
        }
        var row = RowDecoder(found.record, table, at: ordinal)
        do { return try body(&row) } catch {
            throw undecodable(error, row.lastOrdinal, found, source)
        }
    }

    /// The same for a record of an older layout, or one with values that stand elsewhere.
    private func readInlined<Value>(
        _ found: FoundRecord, in source: some RecordSource, at ordinal: Int,
        _ body: (inout RowDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        let builder = RecordBuilder(layout)
        let buffer = ByteBuffer()
        do {
            try builder.set(source.values(of: found, schema: definition.schema))
        } catch {
            throw StoreError.wrapping(error)
        }
        builder.append(row: found.row, to: buffer)
        return try buffer.read { (view) throws(StoreError) in
            var row = RowDecoder(RecordView(trusted: view), table, at: ordinal)
            do { return try body(&row) } catch {
                throw undecodable(error, row.lastOrdinal, found, source)
            }
        }
    }

    private func undecodable(
        _ error: any Error, _ ordinal: Int, _ found: FoundRecord, _ source: some RecordSource
    ) -> StoreError {
        let leaf = model.leaves[min(ordinal, model.leaves.count - 1)].name
        let id = (try? source.id(of: found)).map(IDText.text) ?? "unknown"
        let known = error as? RowError
        var code = StoreError.Code.undecodable
        if case .damaged? = known { code = .corrupt }
        let reason = known?.reason ?? "its type refused what is stored"
        return StoreError(
            code,
            "'\(leaf)' of '\(model.name)' with id \(id) cannot be read: \(reason). Other objects"
                + " can be.",
            file: source.path(of: found.position.segment), offset: found.position.offset,
            cause: known == nil ? "\(error)" : nil)
    }

    // MARK: Writing

    /// Fills a record with an object.
    func encode(_ object: Owner, into builder: RecordBuilder) throws(StoreError) {
        builder.reset()
        var row = RowEncoder(builder, table)
        do { try schema.encode(object, &row) } catch {
            let leaf = model.leaves[min(row.ordinal, model.leaves.count - 1)].name
            let reason = (error as? RowError)?.reason ?? "\(error)"
            throw StoreError(
                .invalidValue, "'\(leaf)' of '\(model.name)' cannot be stored: \(reason).")
        }
    }
}
