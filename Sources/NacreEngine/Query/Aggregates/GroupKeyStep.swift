internal import NacreFormat

/// How one attribute of a ``GroupKey`` comes out of the records of one layout.
enum GroupKeyStep: Sendable {
    case integer(MatchTest.IntegerSlot, NullPlace)
    case number(MatchTest.NumberSlot, NullPlace)
    case text(MatchTest.VariablePlace, NullPlace)
    /// Of any other type: an ordinal of the layout.
    case decoded(ordinal: Int)
    /// The layout is older than the attribute.
    case constant(Value)

    init(_ attribute: AttributeSchema, _ layout: Layout) throws(OperandError) {
        guard let place = try LayoutPlace(attribute, layout) else {
            self = .constant(attribute.valueOfOlderRecords)
            return
        }
        let null = NullPlace(place, layout)
        switch place.type {
        case .string: self = .text(place.variable, null)
        case .scalar(.float), .scalar(.double), .scalar(.date): self = .number(place.number, null)
        default:
            self = place.integer.map { .integer($0, null) } ?? .decoded(ordinal: place.ordinal)
        }
    }

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
        case .text(let variable, let null):
            if null.isNull(record) { return key.appendNull(place) }
            var text = record.variable(variable.index, found.layout)
            if record.isExternal(variable.index, found.layout) {
                text = try source.external(ExternalReference(text))
            }
            guard key.append(text: text) else {
                throw source.damaged(found.position, "a text is not UTF-8")
            }
        case .decoded(let ordinal): key.append(try source.value(ordinal, of: found), place)
        case .constant(let value): key.append(value, place)
        }
    }
}
