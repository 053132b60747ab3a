internal import NacreFormat

/// The way to read an attribute's value from the records of one layout, for groups and sorts. It
/// holds no references, so reading one needs no retain/release.
enum ValueStep: Sendable {
    case integer(MatchCondition.IntegerSlot, NullPlace)
    case number(MatchCondition.NumberSlot, NullPlace)
    case text(VariableSlot, NullPlace)
    /// A value of any other type, or in another form, by its ordinal in the layout.
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

    /// Returns the ``OrderKey`` of the value in a record, or nil if the value must be decoded.
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

    /// Returns the ``OrderKey/continuation(_:)`` of the value in a record, which is not null. Nil
    /// if the value must be decoded.
    @inline(__always)
    func plainContinuation(_ record: RecordView) -> UInt64? {
        guard case .text(let slot, _) = self else { return nil }
        return slot.plainBytes(of: record).flatMap { OrderKey.continuation(plain: $0) }
    }
}
