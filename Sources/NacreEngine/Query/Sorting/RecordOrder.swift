internal import NacreFormat

/// The order of sorts among the records of one layout. It compares values in place: nothing is
/// copied, unless a text may not be in NFC.
struct RecordOrder: Sendable {
    private let parts: [(step: ValueStep, isAscending: Bool)]

    /// Returns nil if the records do not hold all compared values, or if texts are in the order of
    /// a language.
    init?(_ keys: SortKeys, layout: Layout) throws(OperandError) {
        guard keys.plainCount == keys.attributes.count, keys.paths.allSatisfy(\.isOwn) else {
            return nil
        }
        var parts: [(ValueStep, Bool)] = []
        for (attribute, isAscending) in zip(keys.attributes, keys.isAscending) {
            parts.append((try ValueStep(attribute, layout), isAscending))
        }
        self.parts = parts
    }

    func precedes(
        _ first: FoundRecord, _ second: FoundRecord, in source: StoreView
    ) throws -> Bool {
        for (step, isAscending) in parts {
            let order = try step.order(of: first, relativeTo: second, in: source)
            if order != 0 { return isAscending ? order < 0 : order > 0 }
        }
        return false
    }
}

extension ValueStep {
    /// Returns the order of two records' values, as ``Value/order(relativeTo:)`` does.
    fileprivate func order(
        of first: FoundRecord, relativeTo second: FoundRecord, in source: StoreView
    ) throws -> Int {
        switch self {
        case .integer(let slot, let null):
            if let order = null.order(of: first, relativeTo: second) { return order }
            guard let one = slot.value(in: first.record.bytes),
                let other = slot.value(in: second.record.bytes)
            else { return try decodedOrder(slot.slot.ordinal, first, second, in: source) }
            return one < other ? -1 : one == other ? 0 : 1
        case .number(let slot, let null):
            if let order = null.order(of: first, relativeTo: second) { return order }
            let one = OrderKey.key(slot.value(in: first.record.bytes))
            let other = OrderKey.key(slot.value(in: second.record.bytes))
            return one < other ? -1 : one == other ? 0 : 1
        case .text(let slot, let null):
            if let order = null.order(of: first, relativeTo: second) { return order }
            guard let one = slot.plainBytes(of: first.record), one.isBeforeMarks(one.count),
                let other = slot.plainBytes(of: second.record), other.isBeforeMarks(other.count)
            else { return try decodedOrder(slot.ordinal, first, second, in: source) }
            return one.compare(other)
        case .decoded(let ordinal): return try decodedOrder(ordinal, first, second, in: source)
        case .constant: return 0
        }
    }

    private func decodedOrder(
        _ ordinal: Int, _ first: FoundRecord, _ second: FoundRecord, in source: StoreView
    ) throws -> Int {
        let value = try source.value(ordinal, of: first)
        return value.order(relativeTo: try source.value(ordinal, of: second))
    }
}

extension NullPlace {
    /// Returns the order by null alone; nil if both have a value.
    fileprivate func order(of first: FoundRecord, relativeTo second: FoundRecord) -> Int? {
        switch (isNull(first.record), isNull(second.record)) {
        case (false, false): nil
        case (true, true): 0
        case (let isFirstNull, _): isFirstNull ? -1 : 1
        }
    }
}
