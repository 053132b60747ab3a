internal import NacreEngine
internal import NacreFormat

/// A reader of an entity's records, which also makes the errors for records that cannot be read. It
/// does not depend on the Swift type: only the results of its functions are generic. The code that
/// calls it is generic, and the compiler specializes it for each type where the type is used.
@usableFromInline
final class ObjectReader: Sendable {
    let model: EntityModel
    let definition: EntityDefinition
    /// The layout of new records.
    let layout: Layout
    /// The plan for whole objects.
    let rows: RecordPlan
    let type: any Entity.Type
    /// The attributes that hold other objects by value.
    let heldPlaces: [HeldPlace]
    /// Attributes whose stored values may be unknown to the type.
    let unknownPlaces: [UnknownPlace]
    /// The ordinals of attributes that only the store knows: the payloads of enum cases that the
    /// type does not have.
    let foreignOrdinals: [Int]
    /// The plans for fields alone.
    let fieldPlans = Late<PlanCache<FieldPlanKey, RecordPlan>>()
    /// The values that stages take from the store.
    let stageContext: StageContext
    // SAFETY: set by the registry that owns the reader, before other code gets the reader.
    /// The registry, which has the types of held objects. Nil if the entity's objects hold none, or
    /// if the store is gone.
    nonisolated(unsafe) weak var registry: EntityRegistry?

    /// - Parameters:
    ///   - model: The type's model.
    ///   - definition: The definition of an entity that has all attributes of the model, with the
    ///     same types.
    ///   - stageContext: The values that stages take from the store.
    init(
        _ type: any Entity.Type, _ model: EntityModel, _ definition: EntityDefinition,
        _ layout: Layout, _ stageContext: StageContext
    ) {
        self.type = type
        self.stageContext = stageContext
        heldPlaces = model.leaves.compactMap { leaf in
            guard let type = leaf.heldType, let idType = type.idType,
                let ordinal = definition.schema.ordinal(of: leaf.name)
            else { return nil }
            return HeldPlace(
                ordinal: ordinal, type: type, idType: idType, isSorted: leaf.isSorted)
        }
        let attributes = definition.schema.attributes
        let known = Set(attributes.count == model.leaves.count ? [] : model.leaves.map(\.name))
        // There are nearly always none.
        let foreign = attributes.enumerated().filter {
            !known.isEmpty && !known.contains($0.element.name)
        }
        foreignOrdinals = foreign.map(\.offset)
        unknownPlaces = model.leaves.compactMap { leaf in
            guard let unknown = leaf.unknown,
                let ordinal = definition.schema.ordinal(of: leaf.name)
            else { return nil }
            let choice = model.openChoices.first { "\($0).\(UnknownValues.caseName)" == leaf.name }
            let payload = foreign.filter { place in
                choice.map { model.isUnknownPayload(place.element.name, of: $0) } ?? false
            }
            return UnknownPlace(
                ordinal: ordinal, type: leaf.type, unknown: unknown, payload: payload.map(\.offset))
        }
        self.model = model
        self.definition = definition
        self.layout = layout
        rows = RecordPlan(
            model.leaves, definition, layout, stageContext, readCount: model.readCount)
    }

    /// Reads the attributes of a plan from a record, one after another.
    /// - Parameter held: The reader of held objects, if several objects that hold some are read;
    ///   otherwise nil.
    func read<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RecordPlan,
        holding held: HeldObjectReader? = nil, _ body: (inout ObjectDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        guard plan.holdsObjects else { return try decode(found, in: source, by: plan, nil, body) }
        guard let held else {
            let held = try heldReader(source.objects)
            return try read(found, in: source, by: plan, holding: held, body)
        }
        try held.prepare(found, of: self)
        return try decode(found, in: source, by: plan, held, body)
    }

    /// Returns a reader of the objects that the attributes of a plan hold; nil if they hold none.
    func heldReader(
        for plan: RecordPlan, _ source: any RecordSource
    ) throws(StoreError) -> HeldObjectReader? {
        plan.holdsObjects ? try heldReader(source) : nil
    }

    /// Returns a reader of the objects that others hold.
    /// - Parameter replaced: The objects that are read with other values than the stored ones.
    func heldReader(
        _ source: any RecordSource, replaced: ReplacedObjects = [:]
    ) throws(StoreError) -> HeldObjectReader {
        guard let registry = unsafe registry else {
            throw StoreError(.closed, "The store from which '\(model.name)' was read is gone.")
        }
        return HeldObjectReader(source, registry, replaced: replaced)
    }

    /// Returns the ids of the objects that an attribute of a record holds.
    func references(
        in found: FoundRecord, at held: HeldPlace, _ source: some RecordStorage
    ) throws -> [NacreFormat.Value] {
        try source.value(of: held.ordinal, in: definition.schema, of: found)
            .references(as: held.idType)
    }

    /// Reads the attributes of a plan from a record, without preparing the reader of held objects.
    /// - Parameter held: The reader of held objects; nil if the plan reads none.
    func decode<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RecordPlan,
        _ held: HeldObjectReader?, _ body: (inout ObjectDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        guard found.record.layout == plan.table.layoutID,
            !found.record.flags.contains(.hasExternalValues)
        else { return try decodeStored(found, in: source, by: plan, held, body) }
        defer { withExtendedLifetime(held) {} }
        var row = ObjectDecoder(found.record, plan.table, held)
        let value: Value
        do { value = try body(&row) } catch {
            throw undecodable(error, plan.leafName(row.lastOrdinal), found, source)
        }
        if let needed = plan.readCount { try check(row.ordinal, needed) }
        return value
    }

    /// Checks the number of visited attributes. Code that was written by hand may visit more or
    /// fewer attributes than it declares.
    func check(_ visited: Int, _ needed: Int) throws(StoreError) {
        guard visited != needed else { return }
        let count = visited < needed ? "\(visited)" : "more than \(needed)"
        throw StoreError(
            .schemaMismatch,
            "The code of '\(model.name)' visits \(count) attributes, and its schema has \(needed)."
                + " Make its encode(into:), decode(from:) and attributeType agree.")
    }

    /// Reads a record of an older layout, or one with external values.
    private func decodeStored<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RecordPlan,
        _ held: HeldObjectReader?, _ body: (inout ObjectDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        defer { withExtendedLifetime(held) {} }
        do {
            return try plan.withPlan(for: found) { stored in
                try stored.read(found, in: source, held) { row in
                    let value: Value
                    do { value = try body(&row) } catch {
                        throw undecodable(error, plan.leafName(row.lastOrdinal), found, source)
                    }
                    if let needed = plan.readCount { try check(row.ordinal, needed) }
                    return value
                }
            }
        } catch let error as UnreadableLeaf {
            throw undecodable(error.cause, plan.leafName(error.leaf), found, source)
        } catch { throw StoreError.wrapping(error) }
    }

    /// Reads stored values as if they came from a record.
    /// - Parameters:
    ///   - values: The values, in the order of the schema.
    ///   - held: The reader of held objects; nil if the plan reads none.
    func read<Value>(
        _ values: [NacreFormat.Value], by plan: RecordPlan, _ held: HeldObjectReader?,
        _ body: (inout ObjectDecoder) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let builder = RecordBuilder(layout)
        let buffer = ByteBuffer()
        try StoreError.typed { try builder.set(values) }
        // Decoders do not read the row.
        builder.append(row: RowNumber(0), to: buffer)
        return try buffer.read { (view) throws(StoreError) in
            defer { withExtendedLifetime(held) {} }
            var row = ObjectDecoder(RecordView(trusted: view), plan.table, held)
            return try body(&row)
        }
    }

    private func undecodable(
        _ error: any Error, _ leaf: String, _ found: FoundRecord, _ source: some RecordStorage
    ) -> StoreError {
        // The error of an object that this one holds already names that object.
        if let error = error as? StoreError { return error }
        // The id is the only stored value in an error text: without it, the object could not be
        // found.
        let id = (try? source.id(of: found)).map { NestedValue(.value($0)).jsonText } ?? "unknown"
        let known = error as? AttributeError
        var code = StoreError.Code.undecodable
        if case .damaged? = known { code = .corrupt }
        let reason = known?.reason ?? "its type refused the stored value"
        return StoreError(
            code,
            "'\(leaf)' of '\(model.name)' with id \(id) cannot be read: \(reason). Other objects"
                + " can be.",
            file: source.path(of: found.position.segment), offset: found.position.offset,
            cause: known == nil ? ErrorText.reason(error) : nil
        ).about(model.name, [leaf], id: id)
    }
}
