internal import NacreFormat

/// The way an aggregate reads its value from the records of one layout. Holds no references, so
/// reading one counts none.
enum AggregateStep: Sendable {
    /// No value: every object counts.
    case object
    case integer(MatchCondition.IntegerSlot, NullPlace)
    case number(MatchCondition.NumberSlot, NullPlace)
    /// A value of any other type, or in another form: an ordinal of the layout.
    case decoded(ordinal: Int)
    /// The layout is older than the attribute: all records have its default.
    case constant
    /// The value is in the records that references lead to.
    case reached

    /// - Parameter attribute: The attribute; nil for counting.
    init(_ attribute: AttributeSchema?, _ layout: Layout) throws(OperandError) {
        guard let attribute else {
            self = .object
            return
        }
        switch try ValueStep(attribute, layout) {
        case .integer(let slot, let null): self = .integer(slot, null)
        case .number(let slot, let null): self = .number(slot, null)
        case .text(let slot, _): self = .decoded(ordinal: slot.ordinal)
        case .decoded(let ordinal): self = .decoded(ordinal: ordinal)
        case .constant: self = .constant
        }
    }

    /// Adds the value in a record to a cell. Does nothing for the default of older records and for
    /// values that references lead to: the caller handles both.
    @inline(__always)
    func add(
        _ found: FoundRecord, to cell: inout AggregateCell,
        _ operation: BoundAggregate.Operation, in source: StoreView
    ) throws {
        switch self {
        case .object: cell.addObject()
        case .integer(let slot, let null):
            if null.isNull(found.record) { return }
            guard let number = slot.value(in: found.record.bytes) else {
                throw source.damaged(found.position, "a bool is neither 0 nor 1")
            }
            cell.add(integer: number, operation)
        case .number(let slot, let null):
            if null.isNull(found.record) { return }
            cell.add(number: slot.value(in: found.record.bytes), operation)
        case .decoded(let ordinal): cell.add(try source.value(ordinal, of: found), operation)
        case .constant, .reached: return
        }
    }
}
