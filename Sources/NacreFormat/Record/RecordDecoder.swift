/// Decodes values from a record's bytes. The record has been checked against its layout.
package enum RecordDecoder {
    /// Returns one attribute's value, including that of a ``Layout/converted`` one. The bytes of an
    /// external value are requested by its reference.
    /// - Parameters:
    ///   - origin: The offset of the record in its file, for errors.
    ///   - external: Returns the bytes of an external value.
    package static func value<Failure: Error>(
        _ ordinal: Int, of record: RecordView, layout: Layout, origin: Int,
        external: (ExternalReference) throws(Failure) -> ByteView
    ) throws -> Value {
        if layout.isConverted(ordinal) {
            let converted = layout.converted[ordinal - layout.attributes.count]
            let value = try value(
                converted.source, of: record, layout: layout, origin: origin, external: external)
            return converted.value(of: value)
        }
        let slot = layout.slots[ordinal]
        if let bit = slot.nullBit, record.isNull(at: layout.nullPlace(bit)) { return .null }
        if let type = slot.type.scalar {
            let value = ScalarCoding.load(type, from: record.bytes, at: slot.place)
            return try unwrap(value, layout, ordinal, origin + slot.place)
        }
        var bytes = record.variable(slot.place, layout)
        if record.isExternal(slot.place, layout) {
            bytes = try external(ExternalReference(bytes))
        }
        return try unwrap(value(of: bytes, as: slot.type), layout, ordinal, origin)
    }

    private static func unwrap(
        _ value: Value?, _ layout: Layout, _ ordinal: Int, _ offset: Int
    ) throws(FormatError) -> Value {
        guard let value else {
            let attribute = layout.attributes[ordinal]
            throw FormatError(
                .badValue, structure: "record", field: "attribute '\(attribute.name)'",
                offset: offset, expected: attribute.type.name, found: "other bytes")
        }
        return value
    }

    /// Returns the value for a variable value's bytes, or nil if they are invalid for the type.
    package static func value(of bytes: ByteView, as type: StoredType) -> Value? {
        switch type {
        case .string: return bytes.string.map { .string($0) }
        case .json: return bytes.string.map { .json($0) }
        case .data: return .data(bytes.bytes)
        case .array(let element):
            guard bytes.count % element.width == 0 else { return nil }
            var values: [Value] = []
            values.reserveCapacity(bytes.count / element.width)
            for offset in stride(from: 0, to: bytes.count, by: element.width) {
                guard let value = ScalarCoding.load(element, from: bytes, at: offset) else {
                    return nil
                }
                values.append(value)
            }
            return .array(values)
        case .scalar: return nil
        }
    }
}
