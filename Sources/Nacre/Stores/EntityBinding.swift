internal import NacreEngine
internal import NacreFormat

/// A Swift type and its entity in one store: where each attribute stands in the entity's records.
final class EntityBinding<Owner: Entity>: Sendable {
    let records: EntityRecords
    let rows: RowPlan
    let schema: EntitySchema<Owner>
    let checks: ObjectChecks<Owner>

    /// - Parameter records: read as `Owner` declares them.
    init(_ records: EntityRecords) {
        self.records = records
        schema = Owner.schema
        checks = ObjectChecks(Owner.self)
        rows = RowPlan(records.model.leaves, records.definition, records.layout, isWhole: true)
    }

    var model: EntityModel { records.model }
    var definition: EntityDefinition { records.definition }
    var layout: Layout { records.layout }

    // MARK: Reading

    func decode(
        _ found: FoundRecord, in source: some RecordStorage
    ) throws(StoreError) -> Owner {
        try read(found, in: source, by: rows, schema.decode)
    }

    /// Reads those attributes of a record that a plan has, one after another.
    @inline(__always)
    func read<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RowPlan,
        _ body: (inout RowDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        try records.read(found, in: source, by: plan, body)
    }

    /// The object that has these stored values, in the order of the schema.
    func object(of values: [NacreFormat.Value]) throws(StoreError) -> Owner {
        let builder = RecordBuilder(layout)
        let buffer = ByteBuffer()
        return try StoreError.typed {
            try builder.set(values)
            builder.append(row: RowNumber(0), to: buffer)
            return try buffer.read { view in
                var row = RowDecoder(RecordView(trusted: view), rows.table)
                return try schema.decode(&row)
            }
        }
    }

    // MARK: Writing

    /// Fills a record with an object.
    func encode(_ object: Owner, into builder: RecordBuilder) throws(StoreError) {
        builder.reset()
        var row = RowEncoder(builder, rows.table)
        do { try schema.encode(object, &row) } catch {
            let leaf = rows.leafName(row.ordinal)
            throw StoreError(
                .invalidValue,
                "'\(leaf)' of '\(model.name)' cannot be stored: \(ErrorText.reason(error)).")
        }
        try records.check(row.ordinal, rows)
    }
}
