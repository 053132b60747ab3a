/// Appends records to a buffer. Nothing in a record depends on where it will stand.
package enum RecordEncoder {
    /// A value that an attribute cannot hold.
    package struct ValueError: Error, Equatable {
        package let ordinal: Int
        package let expected: String
        package let found: Value
    }

    /// Appends an object's record with its padding. On an error the buffer is as before.
    /// - Parameters:
    ///   - values: one an attribute, in the layout's order.
    ///   - externals: by ordinal, the references to values that are records of their own.
    package static func appendPut(
        _ values: [Value], row: RowNumber, layout: Layout,
        externals: [Int: ExternalReference] = [:], to buffer: ByteBuffer
    ) throws(ValueError) {
        precondition(values.count == layout.attributes.count)
        let start = buffer.count
        do throws(ValueError) {
            var flags: RecordFlags = externals.isEmpty ? [] : .hasExternalValues
            if try variableSize(values, layout, externals) > Int(UInt16.max) {
                flags.insert(.wide)
            }
            buffer.appendZeros(layout.valuesOffset(flags))
            try storeFixed(values, layout, at: start, in: buffer)
            try appendVariable(values, layout, externals, flags, at: start, in: buffer)
            let nulls = buffer.view[start + RecordFields.nulls.offset]
            finish(.put, flags, row, layout.id, nulls: nulls, at: start, in: buffer)
        } catch {
            buffer.truncate(to: start)
            throw error
        }
    }

    /// Appends a tombstone: 24 bytes.
    /// - Parameter idKey: the key under which the id index knew the object.
    package static func appendTombstone(
        row: RowNumber, layout: LayoutID, idKey: UInt64, to buffer: ByteBuffer
    ) {
        let start = buffer.count
        buffer.appendZeros(RecordFields.size)
        buffer.append(idKey)
        finish(.tombstone, [], row, layout, nulls: 0, at: start, in: buffer)
    }

    /// Appends an external value.
    package static func appendExternalValue(
        _ value: ByteView, row: RowNumber, to buffer: ByteBuffer
    ) {
        let start = buffer.count
        buffer.appendZeros(RecordFields.size)
        buffer.append(value)
        finish(.externalValue, [], row, .externalValue, nulls: 0, at: start, in: buffer)
    }

    /// Fills in the header and pads.
    private static func finish(
        _ kind: RecordKind, _ flags: RecordFlags, _ row: RowNumber, _ layout: LayoutID,
        nulls: UInt8, at start: Int, in buffer: ByteBuffer
    ) {
        let end = buffer.count
        buffer.set(UInt32(end - start), at: start + RecordFields.length.offset)
        buffer.set(row.rawValue, at: start + RecordFields.row.offset)
        buffer.set(layout.rawValue, at: start + RecordFields.layout.offset)
        buffer.set(kind.rawValue | flags.rawValue, at: start + RecordFields.kind.offset)
        buffer.set(nulls, at: start + RecordFields.nulls.offset)
        let crc = buffer.view[start + RecordFields.length.offset..<end].crc
        buffer.set(crc, at: start + RecordFields.crc.offset)
        buffer.pad(to: Format.alignment)
    }

    private static func storeFixed(
        _ values: [Value], _ layout: Layout, at start: Int, in buffer: ByteBuffer
    ) throws(ValueError) {
        for (ordinal, attribute) in layout.attributes.enumerated() {
            let value = values[ordinal]
            if value.isNull {
                guard let bit = attribute.nullBit else {
                    throw ValueError(
                        ordinal: ordinal, expected: attribute.type.name, found: value)
                }
                let place = layout.nullPlace(bit)
                buffer.set(buffer.view[start + place.offset] | place.mask, at: start + place.offset)
            } else if let type = attribute.type.scalar {
                let offset = start + attribute.place
                guard ScalarCoding.store(value, as: type, in: buffer, at: offset) else {
                    throw ValueError(ordinal: ordinal, expected: type.name, found: value)
                }
            }
        }
    }

    private static func appendVariable(
        _ values: [Value], _ layout: Layout, _ externals: [Int: ExternalReference],
        _ flags: RecordFlags, at start: Int, in buffer: ByteBuffer
    ) throws(ValueError) {
        let valuesStart = buffer.count
        let isWide = flags.contains(.wide)
        for (ordinal, attribute) in layout.attributes.enumerated()
        where attribute.type.isVariable {
            if let reference = externals[ordinal] {
                reference.encode(into: buffer)
                let ends = layout.variableCount * (isWide ? 4 : 2)
                let byte = start + layout.endsOffset + ends + attribute.place / 8
                buffer.set(buffer.view[byte] | 1 << UInt8(attribute.place % 8), at: byte)
            } else if !appendStored(values[ordinal], as: attribute.type, to: buffer) {
                throw ValueError(
                    ordinal: ordinal, expected: attribute.type.name, found: values[ordinal])
            }
            let end = buffer.count - valuesStart
            let place = start + layout.endsOffset + attribute.place * (isWide ? 4 : 2)
            if isWide {
                buffer.set(UInt32(end), at: place)
            } else {
                buffer.set(UInt16(end), at: place)
            }
        }
    }

    /// Appends the stored bytes of a variable value; a null value has none.
    /// - Returns: false if the value is not of the type.
    package static func appendStored(
        _ value: Value, as type: StoredType, to buffer: ByteBuffer
    ) -> Bool {
        switch (type, value) {
        case (_, .null): break
        case (.string, .string(let text)): buffer.append(utf8: text)
        case (.json, .json(let text)): buffer.append(utf8: text)
        case (.data, .data(let bytes)): buffer.append(bytes)
        case (.array(let element), .array(let values)):
            for value in values {
                let offset = buffer.count
                buffer.appendZeros(element.width)
                guard ScalarCoding.store(value, as: element, in: buffer, at: offset) else {
                    return false
                }
            }
        default: return false
        }
        return true
    }

    private static func variableSize(
        _ values: [Value], _ layout: Layout, _ externals: [Int: ExternalReference]
    ) throws(ValueError) -> Int {
        var sum = 0
        for (ordinal, attribute) in layout.attributes.enumerated()
        where attribute.type.isVariable {
            sum +=
                externals[ordinal] != nil
                ? ExternalReferenceFields.size
                : storedSize(values[ordinal], as: attribute.type)
        }
        return sum
    }

    /// No record of the values is longer, in bytes, if those over 64 KiB are external.
    package static func sizeBound(_ values: [Value], layout: Layout) -> Int {
        let fixed = layout.valuesOffset([.wide, .hasExternalValues]) + Format.alignment
        return layout.attributes.indices.reduce(fixed) { sum, ordinal in
            let size = storedSize(values[ordinal], as: layout.attributes[ordinal].type)
            return sum
                + (size > Format.inlineValueSizeMax ? ExternalReferenceFields.size : size)
        }
    }

    /// Of a variable value, in bytes.
    package static func storedSize(_ value: Value, as type: StoredType) -> Int {
        switch (type, value) {
        case (_, .string(let text)), (_, .json(let text)): text.utf8.count
        case (_, .data(let bytes)): bytes.count
        case (.array(let element), .array(let values)): values.count * element.width
        default: 0
        }
    }
}
