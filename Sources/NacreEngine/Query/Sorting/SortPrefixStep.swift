internal import NacreFormat

/// The way one attribute's part of a ``SortPrefix`` is read from the records of one layout. Holds
/// no references, so reading one counts none.
struct SortPrefixStep: Sendable {
    private let step: ValueStep
    /// The numbers of records that are older than the attribute.
    private let constant: (key: UInt64, continuation: UInt64)
    let exactness: OrderKey.Exactness
    /// The mask that inverts keys: all ones if the sort descends, otherwise 0.
    let inversion: UInt64

    /// - Parameter place: The index of the attribute in the key.
    init(_ keys: SortKeys, _ place: Int, _ layout: Layout) throws(OperandError) {
        let attribute = keys.attributes[place]
        let value = attribute.valueOfOlderRecords
        step = try ValueStep(attribute, layout)
        constant = (OrderKey.key(value), OrderKey.continuation(value))
        exactness = OrderKey.Exactness(attribute.type)
        inversion = keys.isAscending[place] ? 0 : .max
    }

    /// Returns the ``OrderKey``, not inverted.
    @inline(__always)
    func key(of found: FoundRecord, in source: StoreView) throws -> UInt64 {
        if case .constant = step { return constant.key }
        return try step.orderKey(found, in: source)
    }

    /// Returns the continuation after a key that does not determine the value, inverted if the sort
    /// descends.
    @inline(__always)
    func continuation(of found: FoundRecord, in source: StoreView) throws -> UInt64 {
        if case .constant = step { return constant.continuation ^ inversion }
        return try step.continuation(found, in: source) ^ inversion
    }

    /// Compares the parts of a block's records with a number. Returns the records whose part is
    /// lower, and those whose part is equal.
    /// - Parameter place: The number, inverted if the sort descends.
    func compare(
        _ reader: borrowing BlockReader, _ records: UInt64, with place: UInt64,
        in source: StoreView
    ) throws -> (before: UInt64, equal: UInt64) {
        let inversion = inversion
        switch step {
        case .integer(let slot, let null) where slot.kind != .bool:
            let nulls = reader.block.nulls(null, of: records)
            var (before, equal) = compare(nulls, OrderKey.null, with: place)
            reader.block.forEachInteger(slot, of: records & ~nulls) { index, number in
                let part = OrderKey.key(ordered: number) ^ inversion
                before |= (part < place ? 1 : 0) << UInt64(index)
                equal |= (part == place ? 1 : 0) << UInt64(index)
            }
            return (before, equal)
        case .constant: return compare(records, constant.key, with: place)
        default:
            var (before, equal): (UInt64, UInt64) = (0, 0)
            try records.forEachBit { index in
                let key =
                    try step.plainOrderKey(reader.block.record(index))
                    ?? self.key(of: reader.found(index), in: source)
                before |= (key ^ inversion < place ? 1 : 0) << UInt64(index)
                equal |= (key ^ inversion == place ? 1 : 0) << UInt64(index)
            }
            return (before, equal)
        }
    }

    /// Compares the one part that some records share with a number.
    /// - Parameter key: The key of the records, not inverted.
    func compare(
        _ records: UInt64, _ key: UInt64, with place: UInt64
    ) -> (before: UInt64, equal: UInt64) {
        let part = key ^ inversion
        return (part < place ? records : 0, part == place ? records : 0)
    }
}
