/// The places of attributes in the records that name this layout (Formats.md, "Layout"). Immutable:
/// a change of the schema makes a new layout, and old records keep theirs.
///
/// Invariants:
/// 1. Slots do not overlap and lie between the record header and `fixedEnd`.
/// 2. Variable attributes are numbered 0, 1, 2 ... in the order of their places.
/// 3. Null bits are numbered 0, 1, 2 ... over the nullable attributes only.
package final class Layout: Sendable {
    package let id: LayoutID
    package let entity: EntityNumber
    package let entityName: String
    package let idOrdinal: Int
    package let attributes: [LayoutAttribute]
    /// The types and places of the attributes in the same order, for inner loops.
    package let slots: [LayoutSlot]
    /// The offset in the record of the first byte after the fixed slots.
    package let fixedEnd: Int
    package let nullableCount: Int
    package let variableCount: Int
    /// The offset of the ends of the variable values.
    package let endsOffset: Int
    /// Attributes of the entity's schema that the records have in another form. Their ordinals
    /// follow those of ``attributes``.
    package let converted: [ConvertedAttribute]
    /// The layout without converted attributes; nil if it has none.
    let basis: Layout?

    init(
        id: LayoutID, entity: EntityNumber, entityName: String, idOrdinal: Int,
        attributes: [LayoutAttribute], fixedEnd: Int
    ) {
        self.id = id
        self.entity = entity
        self.entityName = entityName
        self.idOrdinal = idOrdinal
        self.attributes = attributes
        slots = attributes.map { LayoutSlot(type: $0.type, place: $0.place, nullBit: $0.nullBit) }
        self.fixedEnd = fixedEnd
        nullableCount = attributes.count { $0.nullBit != nil }
        variableCount = attributes.count { $0.type.isVariable }
        endsOffset = fixedEnd + Self.extraNullBytes(nullableCount)
        converted = []
        basis = nil
    }

    init(_ basis: Layout, converted: [ConvertedAttribute]) {
        id = basis.id
        entity = basis.entity
        entityName = basis.entityName
        idOrdinal = basis.idOrdinal
        attributes = basis.attributes
        slots = basis.slots
        fixedEnd = basis.fixedEnd
        nullableCount = basis.nullableCount
        variableCount = basis.variableCount
        endsOffset = basis.endsOffset
        self.converted = converted
        self.basis = basis
    }

    /// Makes the layout of a schema: slots widest first, in declared order within a width.
    package convenience init(id: LayoutID, of schema: StoredSchema) {
        var offsets = [Int?](repeating: nil, count: schema.attributes.count)
        var offset = RecordFields.size
        for width in Self.widths {
            for (ordinal, attribute) in schema.attributes.enumerated()
            where attribute.type.scalar?.width == width {
                offsets[ordinal] = offset
                offset += width
            }
        }
        var nullBits = 0
        var variables = 0
        var attributes: [LayoutAttribute] = []
        for (ordinal, attribute) in schema.attributes.enumerated() {
            let place = offsets[ordinal] ?? variables
            if attribute.type.isVariable { variables += 1 }
            attributes.append(
                LayoutAttribute(
                    id: attribute.id, name: attribute.name, type: attribute.type, place: place,
                    nullBit: attribute.isNullable ? nullBits : nil,
                    isUnique: attribute.isUnique, pipeline: attribute.pipeline))
            if attribute.isNullable { nullBits += 1 }
        }
        self.init(
            id: id, entity: schema.number, entityName: schema.name, idOrdinal: schema.idOrdinal,
            attributes: attributes, fixedEnd: offset)
    }

    /// The widths of slots, in the order of their places.
    static let widths = [20, 16, 8, 4, 2, 1]

    // Places in a record of this layout.

    /// The number of null bytes from the ninth nullable attribute on.
    package var extraNullBytes: Int { Self.extraNullBytes(nullableCount) }

    private static func extraNullBytes(_ nullableCount: Int) -> Int {
        max(0, nullableCount - 8 + 7) / 8
    }

    /// Returns the byte offset and mask of a null bit.
    package func nullPlace(_ bit: Int) -> (offset: Int, mask: UInt8) {
        let offset = bit < 8 ? RecordFields.nulls.offset : fixedEnd + (bit - 8) / 8
        return (offset, 1 << UInt8(bit % 8))
    }

    /// Returns the offset of the first variable value.
    package func valuesOffset(_ flags: RecordFlags) -> Int {
        let ends = variableCount * (flags.contains(.wide) ? 4 : 2)
        let bits = flags.contains(.hasExternalValues) ? (variableCount + 7) / 8 : 0
        return endsOffset + ends + bits
    }

    /// Returns the ordinal of an attribute or a ``converted`` one; nil if the layout is older.
    package func ordinal(of attribute: AttributeID) -> Int? {
        attributes.firstIndex { $0.id == attribute }
            ?? converted.firstIndex { $0.id == attribute }.map { attributes.count + $0 }
    }

    /// Returns the ordinal of the attribute with an ordinal in the schema. In most layouts they are
    /// equal.
    package func ordinal(of ordinal: Int, in schema: StoredSchema) -> Int? {
        let id = schema.attributes[ordinal].id
        if ordinal < slots.count, attributes[ordinal].id == id { return ordinal }
        return self.ordinal(of: id)
    }

    package func isConverted(_ ordinal: Int) -> Bool { ordinal >= attributes.count }

    /// Returns the type of the values at an ordinal.
    package func type(of ordinal: Int) -> StoredType {
        isConverted(ordinal)
            ? converted[ordinal - attributes.count].conversion.target : attributes[ordinal].type
    }

    /// Returns the ordinal of the attribute whose bytes are read for another one.
    package func source(of ordinal: Int) -> Int {
        isConverted(ordinal) ? converted[ordinal - attributes.count].source : ordinal
    }
}

/// The place of one attribute, without its name: copying it costs no retains.
package struct LayoutSlot: Sendable {
    package let type: StoredType
    /// The place: see ``LayoutAttribute/place``.
    package let place: Int
    package let nullBit: Int?
}

/// One attribute's place in a layout.
package struct LayoutAttribute: Sendable, Hashable {
    package let id: AttributeID
    package let name: String
    package let type: StoredType
    /// The offset of its slot in the record, or its number among the variable values.
    package let place: Int
    package let nullBit: Int?
    package let isUnique: Bool
    /// The names of the stages: see ``Pipeline``.
    package let pipeline: [String]

    package init(
        id: AttributeID, name: String, type: StoredType, place: Int, nullBit: Int?, isUnique: Bool,
        pipeline: [String] = []
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.place = place
        self.nullBit = nullBit
        self.isUnique = isUnique
        self.pipeline = pipeline
    }
}
