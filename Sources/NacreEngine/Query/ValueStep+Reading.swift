internal import NacreFormat

/// Reads values that may be long, external, or older than the attribute.
extension ValueStep {
    /// Appends the value in a record to a group key.
    /// - Parameters:
    ///   - place: The index of the attribute in the key.
    ///   - attribute: The step's attribute, which has the default of older records.
    @inline(__always)
    func append(
        _ found: FoundRecord, _ place: Int, of attribute: AttributeSchema, to key: inout GroupKey,
        in source: StoreView
    ) throws {
        let record = found.record
        switch self {
        case .integer(let slot, let null):
            if null.isNull(record) { return key.appendNull(place) }
            guard let number = slot.value(in: record.bytes) else {
                throw source.damaged(found.position, "a bool is neither 0 nor 1")
            }
            key.append(word: UInt64(bitPattern: number))
        case .number(let slot, let null):
            if null.isNull(record) { return key.appendNull(place) }
            key.append(number: slot.value(in: record.bytes))
        case .text(let slot, let null):
            if null.isNull(record) { return key.appendNull(place) }
            guard key.append(text: try slot.bytes(of: found, in: source)) else {
                throw source.damaged(found.position, "a text is not UTF-8")
            }
        case .decoded(let ordinal): key.append(try source.value(ordinal, of: found), place)
        case .constant: key.append(attribute.valueOfOlderRecords, place)
        }
    }

    /// Returns the ``OrderKey`` of the value in a record. Does not know the default of older
    /// records.
    @inline(__always)
    func orderKey(_ found: FoundRecord, in source: StoreView) throws -> UInt64 {
        try plainOrderKey(found.record) ?? otherOrderKey(found, in: source)
    }

    private func otherOrderKey(
        _ found: FoundRecord, in source: StoreView
    ) throws -> UInt64 {
        switch self {
        case .integer(let slot, _):
            return OrderKey.key(try source.value(slot.slot.ordinal, of: found))
        case .text(let slot, _):
            let text = try slot.bytes(of: found, in: source)
            return try OrderKey.key(plain: text) ?? OrderKey.key(text.value(of: found, in: source))
        case .decoded(let ordinal): return OrderKey.key(try source.value(ordinal, of: found))
        case .number, .constant: return OrderKey.null
        }
    }

    /// Returns the ``OrderKey/continuation(_:)`` of the value in a record, which is not null.
    @inline(__always)
    func continuation(_ found: FoundRecord, in source: StoreView) throws -> UInt64 {
        try plainContinuation(found.record) ?? otherContinuation(found, in: source)
    }

    private func otherContinuation(
        _ found: FoundRecord, in source: StoreView
    ) throws -> UInt64 {
        switch self {
        case .integer, .number, .constant: return 0
        case .text(let slot, _):
            let text = try slot.bytes(of: found, in: source)
            return try OrderKey.continuation(plain: text)
                ?? OrderKey.continuation(text.value(of: found, in: source))
        case .decoded(let ordinal):
            return OrderKey.continuation(try source.value(ordinal, of: found))
        }
    }
}

extension VariableSlot {
    @inline(__always)
    func bytes(of found: FoundRecord, in source: StoreView) throws -> ByteView {
        try plainBytes(of: found.record) ?? uncommonBytes(of: found, in: source)
    }

    private func uncommonBytes(
        of found: FoundRecord, in source: StoreView
    ) throws -> ByteView {
        let bytes = found.record.variable(index, found.layout)
        guard found.record.isExternal(index, found.layout) else { return bytes }
        return try source.external(ExternalReference(bytes))
    }
}

extension ByteView {
    /// Returns the string that these bytes of a record hold.
    func value(of found: FoundRecord, in source: StoreView) throws -> Value {
        guard let string else { throw source.damaged(found.position, "a text is not UTF-8") }
        return .string(string)
    }
}
