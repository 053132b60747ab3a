internal import NacreEngine
internal import NacreFormat

/// Leads to an entity's records and says what is wrong with one, without the Swift type: nothing
/// of it is generic but what a record is made into. In front of it stands code that the compiler
/// makes for each type, where the type is used.
@usableFromInline
final class ObjectReader: Sendable {
    let model: EntityModel
    let definition: EntityDefinition
    /// Of new records. Others are brought to it before they are decoded.
    let layout: Layout
    /// Of whole objects.
    let rows: RowPlan

    /// - Parameters:
    ///   - model: of the type.
    ///   - definition: of an entity that has all its attributes, of the same types.
    init(_ model: EntityModel, _ definition: EntityDefinition, _ layout: Layout) {
        self.model = model
        self.definition = definition
        self.layout = layout
        rows = RowPlan(model.leaves, definition, layout, readCount: model.readCount)
    }

    /// Reads those attributes of a record that a plan has, one after another.
    func read<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RowPlan,
        _ body: (inout RowDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        guard found.record.layout == plan.table.layoutID,
            !found.record.flags.contains(.hasExternalValues)
        else { return try readInlined(found, in: source, by: plan, body) }
        var row = RowDecoder(found.record, plan.table)
        let value: Value
        do { value = try body(&row) } catch {
            throw undecodable(error, plan.leafName(row.lastOrdinal), found, source)
        }
        if let needed = plan.readCount { try check(row.ordinal, needed) }
        return value
    }

    /// Code that was written by hand may visit more or fewer attributes than it declares.
    func check(_ visited: Int, _ needed: Int) throws(StoreError) {
        guard visited != needed else { return }
        throw StoreError(
            .schemaMismatch,
            "The code of '\(model.name)' visits \(visited) attributes where its schema has"
                + " \(needed). Its encode(into:), decode(from:) and attributeType differ.")
    }

    /// The same for a record of an older layout, or one with values that stand elsewhere.
    private func readInlined<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RowPlan,
        _ body: (inout RowDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        let values = try StoreError.typed {
            try source.values(of: found, schema: definition.schema)
        }
        return try read(values, by: plan) { (row) throws(StoreError) in
            do { return try body(&row) } catch {
                throw undecodable(error, plan.leafName(row.lastOrdinal), found, source)
            }
        }
    }

    /// Reads stored values as if they stood in a record.
    /// - Parameter values: in the order of the schema.
    func read<Value>(
        _ values: [NacreFormat.Value], by plan: RowPlan,
        _ body: (inout RowDecoder) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let builder = RecordBuilder(layout)
        let buffer = ByteBuffer()
        try StoreError.typed { try builder.set(values) }
        // No decoder asks for the row.
        builder.append(row: RowNumber(0), to: buffer)
        return try buffer.read { (view) throws(StoreError) in
            var row = RowDecoder(RecordView(trusted: view), plan.table)
            return try body(&row)
        }
    }

    private func undecodable(
        _ error: any Error, _ leaf: String, _ found: FoundRecord, _ source: some RecordStorage
    ) -> StoreError {
        // The one stored value that an error text has: without it nobody finds the object.
        let id = (try? source.id(of: found)).map { NestedValue(.value($0)).jsonText } ?? "unknown"
        let known = error as? RowError
        var code = StoreError.Code.undecodable
        if case .damaged? = known { code = .corrupt }
        let reason = known?.reason ?? "its type refused what is stored"
        return StoreError(
            code,
            "'\(leaf)' of '\(model.name)' with id \(id) cannot be read: \(reason). Other objects"
                + " can be.",
            file: source.path(of: found.position.segment), offset: found.position.offset,
            cause: known == nil ? ErrorText.reason(error) : nil)
    }
}
