internal import NacreEngine
internal import NacreFormat

/// A Swift type and its entity in one store: where each attribute stands in the entity's records.
@usableFromInline
final class EntityBinding<Owner: Entity>: Sendable {
    @usableFromInline let reader: ObjectReader
    let schema: EntitySchema<Owner>
    /// The type's own code.
    @usableFromInline let decode: @Sendable (inout RowDecoder) throws -> Owner
    let checks: ObjectChecks<Owner>
    /// To ask a type whether it conforms to a protocol makes the runtime look at all conformances
    /// of the process, which takes a tenth of opening a store: so the first change asks.
    private let lateHooks = Late<AnyEntityHooks> { EntityHooks<Owner>() }
    /// The entity's default filter; nil where it is of all objects, or asks others than the object
    /// itself, so that no single record tells.
    let scope: NacreEngine.Filter?
    /// What is declared of unique attributes.
    let upsertRules: [UpsertRule<Owner>]
    /// The ordinals of each property in the stored schema, whose order may be another one than the
    /// type's: an embedded struct has several.
    let storedOrdinals: [[Int]]
    /// The properties of which what is stored does not tell whether they are the same, by their
    /// places.
    let opaqueProperties: [Int]
    /// Whether something may stay of a stored object that is written again.
    let keepsStored: Bool

    var model: EntityModel { reader.model }
    var definition: EntityDefinition { reader.definition }
    var layout: Layout { reader.layout }
    var rows: RowPlan { reader.rows }
    /// Asked for where the store has any: ``WriteTransaction/willSave(_:)``.
    var hooks: EntityHooks<Owner> {
        // SAFETY: no other is made above.
        unsafe unsafeDowncast(lateHooks.value, to: EntityHooks<Owner>.self)
    }

    /// - Parameters:
    ///   - model: of the type.
    ///   - definition: of an entity that has all its attributes, of the same types.
    init(_ model: EntityModel, _ definition: EntityDefinition, _ layout: Layout) {
        reader = ObjectReader(Owner.self, model, definition, layout)
        schema = Owner.schema
        decode = schema.decode
        checks = ObjectChecks(Owner.self)
        scope = Self.scope(Owner.defaultFilter.content, model.name)
        upsertRules = UpsertRule.declared(schema, definition)
        let ends = model.starts.dropFirst() + [model.leaves.count]
        storedOrdinals = zip(model.starts, ends).map { start, end in
            model.leaves[start..<end].compactMap { definition.schema.ordinal(of: $0.name) }
        }
        opaqueProperties = zip(model.starts, ends).enumerated().filter { _, leaves in
            model.leaves[leaves.0..<leaves.1].contains { !Pipeline.keepsEquality($0.pipeline) }
        }.map(\.offset)
        keepsStored = !opaqueProperties.isEmpty || !reader.unknownPlaces.isEmpty
    }

    private static func scope(
        _ filter: NacreEngine.Filter, _ entity: String
    ) -> NacreEngine.Filter? {
        if case .all = filter { return nil }
        return Query(entity: entity, filter: filter).reachesOtherObjects ? nil : filter
    }

    // MARK: Reading

    func decode(
        _ found: FoundRecord, in source: some RecordStorage
    ) throws(StoreError) -> Owner {
        try reader.read(found, in: source, by: rows, decode)
    }

    /// Reads those attributes of a record that a plan has, one after another.
    @inline(__always)
    func read<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RowPlan,
        _ body: (inout RowDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        try reader.read(found, in: source, by: plan, body)
    }

    /// The object that has these stored values, in the order of the schema.
    /// - Parameter source: has the objects that it holds.
    func object(
        of values: [NacreFormat.Value], in source: any RecordSource
    ) throws(StoreError) -> Owner {
        try object(of: values, rows.holdsObjects ? reader.heldReader(source) : nil)
    }

    /// The same, of objects that somebody reads who has read others.
    /// - Parameter held: reads the objects that it holds; nil if its type holds none.
    func object(
        of values: [NacreFormat.Value], _ held: HeldObjectReader?
    ) throws(StoreError) -> Owner {
        try reader.read(values, by: rows, held) { (row) throws(StoreError) in
            do { return try decode(&row) } catch { throw StoreError.wrapping(error) }
        }
    }

    // MARK: Writing

    /// Fills an empty record with an object.
    /// - Parameter held: takes the objects that it holds.
    func encode(
        _ object: Owner, into builder: RecordBuilder, _ held: HeldObjects? = nil
    ) throws(StoreError) {
        var row = RowEncoder(builder, rows.table, held)
        do { try schema.encode(object, &row) } catch {
            throw notStorable(rows.leafName(row.ordinal), object, error)
        }
        try reader.check(row.ordinal, rows.writtenCount)
        // What a case carries that the type does not have is nil, unless that case stays.
        if !reader.foreignOrdinals.isEmpty {
            for ordinal in reader.foreignOrdinals { _ = builder.set(ordinal, to: .null) }
        }
        withExtendedLifetime(builder) {}
    }

    /// Apart from where it is called: every object would pay for looking up what it takes.
    @inline(never)
    private func notStorable(_ leaf: String, _ object: Owner, _ error: any Error) -> StoreError {
        let id = (try? Owner.storedID(object.id).value).map {
            " with the id \(NestedValue(.value($0)).jsonText)"
        }
        return StoreError(
            .invalidValue,
            "'\(leaf)' of the object of '\(model.name)'\(id ?? "") cannot be stored:"
                + " \(ErrorText.reason(error)).")
    }
}
