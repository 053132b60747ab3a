internal import NacreFormat

/// How the value of an attribute comes out of the records of one layout, for groups and for sorts.
/// Holds no references, so that reading one counts none.
enum ValueStep: Sendable {
    case integer(MatchTest.IntegerSlot, NullPlace)
    case number(MatchTest.NumberSlot, NullPlace)
    case text(VariableSlot, NullPlace)
    /// Of any other type: an ordinal of the layout.
    case decoded(ordinal: Int)
    /// The layout is older than the attribute: all records have its default.
    case constant

    init(_ attribute: AttributeSchema, _ layout: Layout) throws(OperandError) {
        guard let place = try LayoutPlace(attribute, layout) else {
            self = .constant
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

    /// Adds the value in a record to the key of a group. The default of older records it does not
    /// know.
    /// - Parameter place: the attribute's, in the key.
    @inline(__always)
    func append(
        _ found: FoundRecord, _ place: Int, to key: inout GroupKey, in source: some RecordSource
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
        case .constant: return
        }
    }

    /// The ``OrderKey`` of the value in a record. The default of older records it does not know.
    @inline(__always)
    func orderKey(_ found: FoundRecord, in source: some RecordSource) throws -> UInt64 {
        let record = found.record
        switch self {
        case .integer(let slot, let null) where slot.kind != .bool:
            if null.isNull(record) { return OrderKey.null }
            return slot.value(in: record.bytes).map { OrderKey.key(ordered: $0) } ?? OrderKey.null
        case .number(let slot, let null):
            return null.isNull(record) ? OrderKey.null : OrderKey.key(slot.value(in: record.bytes))
        case .text(let slot, let null):
            if null.isNull(record) { return OrderKey.null }
            let text = try slot.bytes(of: found, in: source)
            if let key = OrderKey.key(plain: text) { return key }
            guard let string = text.string else {
                throw source.damaged(found.position, "a text is not UTF-8")
            }
            return OrderKey.key(.string(string))
        case .integer(let slot, _):
            return OrderKey.key(try source.value(slot.slot.ordinal, of: found))
        case .decoded(let ordinal): return OrderKey.key(try source.value(ordinal, of: found))
        case .constant: return OrderKey.null
        }
    }
}

/// Where a value of variable length stands in the records of one layout, with all that can be
/// known beforehand.
struct VariableSlot: Sendable {
    private let index: Int
    /// Of plain records: where the end of the value stands, and where the first value begins.
    private let end: Int
    private let values: Int

    init(_ place: LayoutPlace, _ layout: Layout) {
        index = place.variable.index
        end = layout.endsOffset + index * 2
        values = layout.valuesOffset([])
    }

    @inline(__always)
    func bytes(of found: FoundRecord, in source: some RecordSource) throws -> ByteView {
        let record = found.record
        guard record.flags.rawValue == 0 else { return try uncommonBytes(of: found, in: source) }
        let start = index == 0 ? 0 : Int(record.bytes.load(UInt16.self, at: end - 2))
        let end = Int(record.bytes.load(UInt16.self, at: end))
        return record.bytes[values + start..<values + end]
    }

    /// Of a record that is long or has values elsewhere.
    private func uncommonBytes(
        of found: FoundRecord, in source: some RecordSource
    ) throws -> ByteView {
        let bytes = found.record.variable(index, found.layout)
        guard found.record.isExternal(index, found.layout) else { return bytes }
        return try source.external(ExternalReference(bytes))
    }
}
