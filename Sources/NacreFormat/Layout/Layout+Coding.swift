extension Layout {
    /// Appends the payload of a layout frame.
    package func encode(into buffer: ByteBuffer) {
        buffer.append(id.rawValue)
        buffer.append(entity.rawValue)
        buffer.append(UInt16(attributes.count))
        buffer.append(UInt16(nullableCount))
        buffer.append(UInt16(fixedEnd))
        buffer.append(UInt16(variableCount))
        buffer.append(UInt16(idOrdinal))
        buffer.append(UInt16(entityName.utf8.count))
        buffer.append(utf8: entityName)
        buffer.pad(to: Format.alignment)
        for attribute in attributes { attribute.encode(into: buffer) }
    }

    /// Decodes a layout, and checks that reading records by it stays within their bounds.
    package static func decode(_ frame: Frame) throws(FormatError) -> Layout {
        let prelude = Int(frame.header.preludeLength)
        return try decode(
            frame.payload[prelude..<frame.payload.count], origin: frame.payloadOffset + prelude)
    }

    /// Decodes a layout.
    /// - Parameter origin: The offset of the layout in its file.
    package static func decode(_ view: ByteView, origin: Int) throws(FormatError) -> Layout {
        var reader = ByteReader(view, structure: "layout", origin: origin)
        let id = LayoutID(try reader.read("layout id"))
        let entity = EntityNumber(try reader.read("entity number"))
        let count = Int(try reader.read("attributes", as: UInt16.self))
        let nullable = Int(try reader.read("nullable attributes", as: UInt16.self))
        let fixedEnd = Int(try reader.read("end of the fixed slots", as: UInt16.self))
        let variable = Int(try reader.read("variable values", as: UInt16.self))
        let idOrdinal = Int(try reader.read("id attribute", as: UInt16.self))
        let nameLength = Int(try reader.read("entity name length", as: UInt16.self))
        let name = try reader.name(nameLength, "entity name")
        try reader.padding(to: Format.alignment)
        guard id != .externalValue, entity != .externalValue, idOrdinal < count,
            count <= Format.attributesMax
        else {
            throw reader.error(
                .badValue, "numbers", expected: "ids from 1 up and an id attribute",
                found: "layout \(id), entity \(entity), id attribute \(idOrdinal) of \(count)")
        }
        var attributes: [LayoutAttribute] = []
        for _ in 0..<count { attributes.append(try LayoutAttribute.decode(&reader)) }
        let layout = Layout(
            id: id, entity: entity, entityName: name, idOrdinal: idOrdinal,
            attributes: attributes, fixedEnd: fixedEnd)
        guard reader.remaining == 0, layout.nullableCount == nullable,
            layout.variableCount == variable, layout.hasSoundPlaces, layout.hasSoundIDs
        else {
            throw reader.error(
                .badValue, "attributes",
                expected: "places without overlap, as many as the counts say",
                found: "\(layout.nullableCount) nullable, \(layout.variableCount) variable")
        }
        return layout
    }

    /// The payload of a layout frame.
    package var encoded: [UInt8] {
        let buffer = ByteBuffer()
        encode(into: buffer)
        return buffer.view.bytes
    }

    /// Whether attribute ids differ and are at least 1, and the id attribute's type is allowed.
    private var hasSoundIDs: Bool {
        let id = attributes[idOrdinal]
        let canBeID =
            switch id.type {
            case .scalar, .string, .data: id.nullBit == nil
            case .json, .array: false
            }
        return canBeID && attributes.map(\.id).areDifferent
            && attributes.allSatisfy { $0.id.rawValue > 0 }
    }

    /// Whether invariants 1 to 3 hold, for a layout that comes from a file.
    private var hasSoundPlaces: Bool {
        // An array of slots, whose type is in use already: the first array of ranges would cost a
        // process microseconds.
        let scalars = slots.filter { !$0.type.isVariable }.sorted { $0.place < $1.place }
        var end = RecordFields.size
        for slot in scalars {
            guard slot.place >= end else { return false }
            end = slot.place + (slot.type.scalar?.width ?? 0)
        }
        let variables = attributes.filter(\.type.isVariable).map(\.place)
        let nulls = attributes.compactMap(\.nullBit)
        return end <= fixedEnd && variables == Array(0..<variables.count)
            && nulls == Array(0..<nulls.count)
    }
}

extension ByteReader {
    /// Reads the name of an entity or of an attribute.
    fileprivate mutating func name(_ count: Int, _ field: String) throws(FormatError) -> String {
        guard (1...Format.nameSizeMax).contains(count) else {
            throw error(
                .badValue, field, expected: "1 to \(Format.nameSizeMax) bytes", found: "\(count)")
        }
        return try text(count, field)
    }
}

extension LayoutAttribute {
    fileprivate func encode(into buffer: ByteBuffer) {
        var flags: LayoutAttributeFlags = []
        if nullBit != nil { flags.insert(.nullable) }
        if type.isVariable { flags.insert(.variable) }
        if isUnique { flags.insert(.unique) }
        buffer.append(id.rawValue)
        buffer.append(type.code)
        buffer.append(flags.rawValue)
        buffer.append(UInt16(place))
        buffer.append(nullBit.map(UInt16.init) ?? LayoutAttributeFields.noNullBit)
        buffer.append(UInt16(name.utf8.count))
        let pipeline = Pipeline.text(pipeline)
        buffer.append(UInt16(pipeline.utf8.count))
        // Reserved. Defaults are in the schema, because one that was added later applies to older
        // layouts.
        buffer.append(UInt16(0))
        buffer.append(utf8: name)
        buffer.append(utf8: pipeline)
        buffer.pad(to: Format.alignment)
    }

    fileprivate static func decode(
        _ reader: inout ByteReader
    ) throws(FormatError) -> LayoutAttribute {
        let id = AttributeID(try reader.read("attribute id"))
        let code: UInt8 = try reader.read("stored type")
        let flags = LayoutAttributeFlags(rawValue: try reader.read("flags"))
        let place = Int(try reader.read("place", as: UInt16.self))
        let nullBit: UInt16 = try reader.read("null bit")
        let nameLength = Int(try reader.read("name length", as: UInt16.self))
        let pipelineLength = Int(try reader.read("pipeline length", as: UInt16.self))
        let defaultLength = Int(try reader.read("default length", as: UInt16.self))
        let name = try reader.name(nameLength, "name")
        guard let pipeline = Pipeline.stages(in: try reader.text(pipelineLength, "pipeline")) else {
            throw reader.error(
                .badValue, "pipeline", expected: "names of stages", found: "other text")
        }
        // Written by a later version: ignoring the default would give wrong values.
        guard defaultLength == 0 else {
            throw reader.error(
                .unsupported, "default length", expected: "0", found: "\(defaultLength)")
        }
        try reader.padding(to: Format.alignment)
        guard let type = StoredType(code: code) else {
            throw reader.error(
                .unsupported, "stored type", expected: "a known type", found: "\(code)")
        }
        let isNullable = flags.contains(.nullable)
        guard flags.isSubset(of: [.nullable, .variable, .unique]) else {
            throw reader.error(
                .unsupported, "flags", expected: "only 1, 2 and 4", found: "\(flags.rawValue)")
        }
        guard flags.contains(.variable) == type.isVariable,
            isNullable == (nullBit != LayoutAttributeFields.noNullBit)
        else {
            throw reader.error(
                .badValue, "flags", expected: "those that type and null bit require",
                found: "\(flags.rawValue)")
        }
        return LayoutAttribute(
            id: id, name: name, type: type, place: place,
            nullBit: isNullable ? Int(nullBit) : nil, isUnique: flags.contains(.unique),
            pipeline: pipeline)
    }
}
