internal import NacreFormat

/// How one attribute's part of a ``SortPrefix`` comes out of the records of one layout. Holds no
/// references, so that reading one counts none.
struct SortPrefixStep: Sendable {
    private let step: ValueStep
    /// Of records that are older than the attribute.
    private let constant: (key: UInt64, continuation: UInt64)
    let exactness: OrderKey.Exactness
    /// All ones where the sort descends.
    let inversion: UInt64

    /// - Parameter place: of the attribute, in the key.
    init(_ keys: SortKeys, _ place: Int, _ layout: Layout) throws(OperandError) {
        let attribute = keys.attributes[place]
        let value = attribute.valueOfOlderRecords
        step = try ValueStep(attribute, layout)
        constant = (OrderKey.key(value), OrderKey.continuation(value))
        exactness = OrderKey.Exactness(attribute.type)
        inversion = keys.isAscending[place] ? 0 : .max
    }

    /// The ``OrderKey``, not turned round.
    @inline(__always)
    func key(of found: FoundRecord, in source: StoreView) throws -> UInt64 {
        if case .constant = step { return constant.key }
        return try step.orderKey(found, in: source)
    }

    /// What comes behind a key that does not say all, turned round where the sort descends.
    @inline(__always)
    func continuation(of found: FoundRecord, in source: StoreView) throws -> UInt64 {
        if case .constant = step { return constant.continuation ^ inversion }
        return try step.continuation(found, in: source) ^ inversion
    }

    /// Which of the records of a block have a part that comes before a number, and which have that
    /// number.
    /// - Parameter place: turned round where the sort descends.
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

    /// The same of records that have one key.
    /// - Parameter key: not turned round.
    func compare(
        _ records: UInt64, _ key: UInt64, with place: UInt64
    ) -> (before: UInt64, equal: UInt64) {
        let part = key ^ inversion
        return (part < place ? records : 0, part == place ? records : 0)
    }
}
