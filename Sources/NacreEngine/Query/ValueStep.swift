internal import NacreFormat

/// How the value of an attribute comes out of the records of one layout, for groups and for sorts.
/// Holds no references, so that reading one counts none.
enum ValueStep: Sendable {
    case integer(MatchTest.IntegerSlot, NullPlace)
    case number(MatchTest.NumberSlot, NullPlace)
    case text(VariableSlot, NullPlace)
    /// Of any other type, or in another form: an ordinal of the layout.
    case decoded(ordinal: Int)
    /// The layout is older than the attribute: all records have its default.
    case constant

    init(_ attribute: AttributeSchema, _ layout: Layout) throws(OperandError) {
        guard let place = try LayoutPlace(attribute, layout) else {
            self = .constant
            return
        }
        if place.isConverted {
            self = .decoded(ordinal: place.ordinal)
            return
        }
        let null = NullPlace(place, layout)
        switch place.type {
        case .string: self = .text(VariableSlot(place, layout), null)
        case .scalar(.float), .scalar(.double), .scalar(.date): self = .number(place.number, null)
        default:
            self = place.integer.map { .integer($0, null) } ?? .decoded(ordinal: place.ordinal)
        }
    }

    /// Adds the value in a record to the key of a group.
    /// - Parameters:
    ///   - place: the attribute's, in the key.
    ///   - attribute: the step's own, which knows the default of older records.
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

    /// The ``OrderKey`` of the value in a record. The default of older records it does not know.
    @inline(__always)
    func orderKey(_ found: FoundRecord, in source: StoreView) throws -> UInt64 {
        try plainOrderKey(found.record) ?? otherOrderKey(found, in: source)
    }

    /// The same where a look at the record says it, otherwise nil.
    @inline(__always)
    func plainOrderKey(_ record: RecordView) -> UInt64? {
        switch self {
        case .integer(let slot, let null):
            if null.isNull(record) { return OrderKey.null }
            guard let number = slot.value(in: record.bytes) else { return nil }
            return slot.kind == .bool ? UInt64(number) + 1 : OrderKey.key(ordered: number)
        case .number(let slot, let null):
            return null.isNull(record) ? OrderKey.null : OrderKey.key(slot.value(in: record.bytes))
        case .text(let slot, let null):
            if null.isNull(record) { return OrderKey.null }
            return slot.plainBytes(of: record).flatMap { OrderKey.key(plain: $0) }
        case .decoded, .constant: return nil
        }
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

    /// The ``OrderKey/continuation(_:)`` of the value in a record, which is not null.
    @inline(__always)
    func continuation(_ found: FoundRecord, in source: StoreView) throws -> UInt64 {
        try plainContinuation(found.record) ?? otherContinuation(found, in: source)
    }

    /// The same where a look at the record says it, otherwise nil.
    @inline(__always)
    func plainContinuation(_ record: RecordView) -> UInt64? {
        guard case .text(let slot, _) = self else { return nil }
        return slot.plainBytes(of: record).flatMap { OrderKey.continuation(plain: $0) }
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

extension ByteView {
    /// The string that these bytes of a record are.
    func value(of found: FoundRecord, in source: StoreView) throws -> Value {
        guard let string else { throw source.damaged(found.position, "a text is not UTF-8") }
        return .string(string)
    }
}

/// Where a value of variable length stands in the records of one layout, with all that can be
/// known beforehand.
struct VariableSlot: Sendable {
    let ordinal: Int
    private let index: Int
    /// Of plain records: where the end of the value stands, and where the first value begins.
    private let end: Int
    private let values: Int

    init(_ place: LayoutPlace, _ layout: Layout) {
        ordinal = place.ordinal
        index = place.variable.index
        end = layout.endsOffset + index * 2
        values = layout.valuesOffset([])
    }

    @inline(__always)
    func bytes(of found: FoundRecord, in source: StoreView) throws -> ByteView {
        try plainBytes(of: found.record) ?? uncommonBytes(of: found, in: source)
    }

    /// Nil of a record that is long or has values elsewhere.
    @inline(__always)
    func plainBytes(of record: RecordView) -> ByteView? {
        record.plainVariable(index, endsAt: end, values: values)
    }

    private func uncommonBytes(
        of found: FoundRecord, in source: StoreView
    ) throws -> ByteView {
        let bytes = found.record.variable(index, found.layout)
        guard found.record.isExternal(index, found.layout) else { return bytes }
        return try source.external(ExternalReference(bytes))
    }
}

extension RecordView {
    /// A variable value's bytes; nil of a record that is long or has values elsewhere.
    /// - Parameters:
    ///   - end: where the end of the value stands in plain records.
    ///   - values: where the first value begins in them.
    @inline(__always)
    func plainVariable(_ index: Int, endsAt end: Int, values: Int) -> ByteView? {
        guard flags.rawValue == 0 else { return nil }
        let start = index == 0 ? 0 : Int(bytes.load(UInt16.self, at: end - 2))
        return bytes[values + start..<values + Int(bytes.load(UInt16.self, at: end))]
    }
}
