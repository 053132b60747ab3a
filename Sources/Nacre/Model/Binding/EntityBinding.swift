internal import NacreEngine
internal import NacreFormat

/// A Swift type and its entity in one store: the position of each attribute in the entity's
/// records.
@usableFromInline
final class EntityBinding<Owner: Entity>: Sendable {
    @usableFromInline let reader: ObjectReader
    let schema: EntitySchema<Owner>
    /// The type's own decoding closure.
    @usableFromInline let decode: @Sendable (inout ObjectDecoder) throws -> Owner
    let checks: ObjectChecks<Owner>
    /// The type's hooks, found by the first change: checking whether a type conforms to a protocol
    /// makes the runtime scan all conformances of the process, which takes a tenth of opening a
    /// store.
    let lateHooks = Late<AnyHooks>()
    /// The entity's default filter. Nil if it matches all objects, or if it reaches other objects,
    /// so that a single record cannot decide it.
    let scope: FilterExpression?
    /// The declared upsert rules of unique attributes.
    let upsertRules: [UpsertRule<Owner>]
    /// The ordinals of each property in the stored schema, whose order may differ from the type's.
    /// An embedded struct has several.
    let storedOrdinals: [[Int]]
    /// The positions of the properties whose stored bytes cannot show whether two values are equal.
    let opaqueProperties: [Int]
    /// Whether writing an object again may keep some of its stored values.
    let keepsStored: Bool
    /// The entity whose objects are written through this type, which is a view of them; nil if the
    /// type is the entity itself.
    let whole: (any Entity.Type)?
    /// The ordinals of the whole entity's attributes that a view lacks.
    let lackingOrdinals: [Int]

    var model: EntityModel { reader.model }
    var definition: EntityDefinition { reader.definition }
    var layout: Layout { reader.layout }
    var rows: RecordPlan { reader.rows }

    /// - Parameters:
    ///   - model: The type's model.
    ///   - definition: The definition of an entity that has all attributes of the model, with the
    ///     same types.
    ///   - stageContext: The values that stages take from the store.
    init(
        _ model: EntityModel, _ definition: EntityDefinition, _ layout: Layout,
        _ stageContext: StageContext
    ) {
        reader = ObjectReader(Owner.self, model, definition, layout, stageContext)
        schema = Owner.schema
        decode = schema.decode
        checks = ObjectChecks(Owner.self)
        let scope = try? Owner.defaultFilter.scoped.checked(in: stageContext)
        self.scope = Self.scope(scope ?? Owner.defaultFilter.content, model.name)
        upsertRules = UpsertRule.declared(schema, definition)
        let ends = model.starts.dropFirst() + [model.leaves.count]
        storedOrdinals = zip(model.starts, ends).map { start, end in
            model.leaves[start..<end].compactMap { definition.schema.ordinal(of: $0.name) }
        }
        opaqueProperties = zip(model.starts, ends).enumerated().filter { _, leaves in
            !model.leaves[leaves.0..<leaves.1].allSatisfy(\.keepsEquality)
        }.map(\.offset)
        whole = Owner.wholeEntity
        lackingOrdinals = whole == nil ? [] : Self.lacking(storedOrdinals, definition)
        keepsStored =
            !opaqueProperties.isEmpty || !reader.unknownPlaces.isEmpty || !lackingOrdinals.isEmpty
    }

    private static func lacking(
        _ storedOrdinals: [[Int]], _ definition: EntityDefinition
    ) -> [Int] {
        let own = Set(storedOrdinals.joined())
        return definition.schema.attributes.indices.filter { !own.contains($0) }
    }

    private static func scope(
        _ filter: FilterExpression, _ entity: String
    ) -> FilterExpression? {
        if case .all = filter { return nil }
        return Query(entity: entity, filter: filter).reachesOtherObjects ? nil : filter
    }

    // MARK: Reading

    func decode(
        _ found: FoundRecord, in source: some RecordStorage
    ) throws(StoreError) -> Owner {
        try reader.read(found, in: source, by: rows, decode)
    }

    /// Reads the attributes of a plan from a record, one after another.
    @inline(__always)
    func read<Value>(
        _ found: FoundRecord, in source: some RecordStorage, by plan: RecordPlan,
        _ body: (inout ObjectDecoder) throws -> Value
    ) throws(StoreError) -> Value {
        try reader.read(found, in: source, by: plan, body)
    }

    /// Returns the object that has these stored values, in the order of the schema.
    /// - Parameter source: The source of the objects that it holds.
    func object(
        of values: [NacreFormat.Value], in source: any RecordSource
    ) throws(StoreError) -> Owner {
        try object(of: values, reader.heldReader(for: rows, source))
    }

    /// Returns the object that has these stored values, sharing the held objects that its reader
    /// has already read.
    /// - Parameter held: The reader of the objects that it holds; nil if its type holds none.
    func object(
        of values: [NacreFormat.Value], _ held: HeldObjectReader?
    ) throws(StoreError) -> Owner {
        try reader.read(values, by: rows, held) { (row) throws(StoreError) in
            do { return try decode(&row) } catch { throw StoreError.wrapping(error) }
        }
    }

    // MARK: Writing

    /// Encodes an object into an empty record.
    /// - Parameter held: Collects the objects that it holds.
    func encode(
        _ object: Owner, into builder: RecordBuilder, _ held: HeldObjects? = nil
    ) throws(StoreError) {
        var row = ObjectEncoder(builder, rows.table, held)
        do { try schema.encode(object, &row) } catch {
            throw notStorable(rows.leafName(row.ordinal), object, error)
        }
        try reader.check(row.ordinal, rows.attributeCount)
        // The stored payloads of a case that the type does not have become nil, unless that case
        // stays.
        if !reader.foreignOrdinals.isEmpty {
            for ordinal in reader.foreignOrdinals { _ = builder.set(ordinal, to: .null) }
        }
        withExtendedLifetime(builder) {}
    }

    /// Not inlined: otherwise every object would pay for the lookups that this needs.
    @inline(never)
    private func notStorable(_ leaf: String, _ object: Owner, _ error: any Error) -> StoreError {
        let id = try? NestedValue(.value(Owner.storedID(object.id).value)).jsonText
        return notStorable(leaf, id, error)
    }

    /// Returns the error for a value that cannot be stored.
    /// - Parameters:
    ///   - ordinal: The ordinal of its leaf.
    ///   - id: The JSON text of the object's id.
    func notStorable(_ ordinal: Int, _ id: String?, _ error: any Error) -> StoreError {
        notStorable(rows.leafName(ordinal), id, error)
    }

    private func notStorable(_ leaf: String, _ id: String?, _ error: any Error) -> StoreError {
        let which = id.map { " with the id \($0)" } ?? ""
        return StoreError(
            .invalidValue,
            "'\(leaf)' of the object of '\(model.name)'\(which) cannot be stored:"
                + " \(ErrorText.reason(error))."
        ).about(model.name, [leaf], id: id)
    }
}
