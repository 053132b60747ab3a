internal import NacreFormat

/// Makes a record anew without values that are erased. Other values, also those that are stored
/// apart, stay as they are.
///
/// Attributes that are computed from others become null: they may be computed from the value.
struct EmptiedRecord {
    /// The bytes of the new record, with its padding.
    let bytes: [UInt8]
    /// The references to values of the old record that are erased as well.
    let externals: [ExternalReference]

    /// - Parameters:
    ///   - values: The attributes, and what takes the place of their values.
    ///   - external: Returns the bytes of a value that is stored apart.
    /// - Returns: nil if the record has none of the values.
    init?(
        _ found: FoundRecord, row: RowNumber, _ definition: EntityDefinition,
        without values: [Erasure.ErasedValue],
        external: (ExternalReference) throws -> ByteView
    ) throws {
        let places = Places(found.layout, definition.schema, values)
        let touched = places.replacements.filter { ordinal, value in
            !Self.has(value, ordinal, found)
        }
        guard !touched.isEmpty || places.needsNewLayout else { return nil }
        let builder: RecordBuilder
        if places.needsNewLayout {
            builder = try Self.renewed(found, definition, values, external)
        } else {
            builder = RecordBuilder(found.layout)
            builder.copy(found.record, without: Array(touched.keys))
            for (ordinal, value) in touched where !builder.set(ordinal, to: value) {
                throw Self.refusal(found.layout.attributes[ordinal].name)
            }
        }
        let buffer = ByteBuffer()
        let kept = builder.keptExternals
        builder.append(row: row, externals: kept.isEmpty ? nil : kept, to: buffer)
        bytes = buffer.read(\.bytes)
        let erased = places.needsNewLayout ? places.ordinals : Set(touched.keys)
        externals = found.layout.attributes.enumerated().compactMap { ordinal, attribute in
            guard erased.contains(ordinal), found.record.hasExternal(attribute, found.layout)
            else { return nil }
            return ExternalReference(found.record.variable(attribute.place, found.layout))
        }
    }

    private static func refusal(_ attribute: String) -> StoreError {
        StoreError(
            .invalidValue, "The replacement is no value of the attribute '\(attribute)'.")
    }

    /// Returns whether a record has a value at an ordinal already.
    private static func has(_ value: Value, _ ordinal: Int, _ found: FoundRecord) -> Bool {
        let attribute = found.layout.attributes[ordinal]
        if found.record.hasExternal(attribute, found.layout) { return false }
        let present = try? RecordDecoder.value(
            ordinal, of: found.record, layout: found.layout, origin: found.position.offset,
            external: { (_) throws(FormatError) in ByteView.empty })
        return present?.isIdentical(to: value) ?? false
    }

    /// Returns the record as one of the entity's present layout. A layout from before the attribute
    /// was nullable has no place for null.
    private static func renewed(
        _ found: FoundRecord, _ definition: EntityDefinition, _ erased: [Erasure.ErasedValue],
        _ external: (ExternalReference) throws -> ByteView
    ) throws -> RecordBuilder {
        guard let layout = definition.layout else {
            throw StoreError(.internal, "An entity has no layout.")
        }
        let schema = definition.schema
        let values = try schema.attributes.enumerated().map { place, attribute -> Value in
            if Pipeline.isDerived(attribute.pipeline) { return .null }
            if let value = erased.first(where: { $0.attribute == attribute.id }) {
                return value.replacement
            }
            guard let ordinal = found.layout.ordinal(of: place, in: schema) else {
                return attribute.valueOfOlderRecords
            }
            return try RecordDecoder.value(
                ordinal, of: found.record, layout: found.layout, origin: found.position.offset,
                external: external)
        }
        let builder = RecordBuilder(layout)
        do throws(RecordBuilder.ValueError) { try builder.set(values) } catch {
            throw refusal(layout.attributes[error.ordinal].name)
        }
        return builder
    }

    /// The places of erased values in the records of a layout.
    private struct Places {
        /// The replacements of the values, by the ordinals of their attributes in the layout.
        private(set) var replacements: [Int: Value] = [:]
        /// The ordinals of all erased values.
        private(set) var ordinals: Set<Int> = []
        /// Whether records of the layout cannot hold what takes the place of the values.
        private(set) var needsNewLayout = false

        init(_ layout: Layout, _ schema: StoredSchema, _ values: [Erasure.ErasedValue]) {
            let derived = schema.attributes.filter { Pipeline.isDerived($0.pipeline) }.map(\.id)
            for (ordinal, one) in layout.attributes.enumerated() {
                // Old records also have what the schema has no more.
                if Pipeline.isDerived(one.pipeline) || derived.contains(one.id) {
                    add(.null, ordinal, one, one.type)
                    continue
                }
                for value in values {
                    let attribute = schema.attributes.first { $0.id == value.attribute }
                    // Older records have it under the numbers that it goes on from.
                    let sources = attribute?.sources.map(\.attribute) ?? []
                    guard ([value.attribute] + sources).contains(one.id) else { continue }
                    add(value.replacement, ordinal, one, attribute?.type ?? one.type)
                }
            }
        }

        private mutating func add(
            _ value: Value, _ ordinal: Int, _ attribute: LayoutAttribute, _ type: StoredType
        ) {
            ordinals.insert(ordinal)
            replacements[ordinal] = value
            let fits = value.isNull ? attribute.nullBit != nil : attribute.type == type
            if !fits { needsNewLayout = true }
        }
    }
}
