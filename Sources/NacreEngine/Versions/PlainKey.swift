internal import NacreFormat

/// Where the key of an object in an index stands in the records of one layout, as most do: a number
/// or a text of one attribute. Holds no references, so that reading one counts none.
struct PlainKey: Sendable {
    private let step: ValueStep
    private let isUnique: Bool

    /// Nil if the key has to be made of values.
    init?(of index: IndexDefinition, in layout: Layout) {
        guard index.isOfOneValue, let step = try? ValueStep(index.attribute, layout) else {
            return nil
        }
        switch step {
        case .integer(let slot, _) where !index.isUnique || slot.kind != .bool: break
        case .number where !index.isUnique: break
        case .text where !index.isUnique: break
        case .integer, .number, .text, .decoded, .constant: return nil
        }
        self.step = step
        isUnique = index.isUnique
    }

    /// - Parameter record: of the layout.
    /// - Returns: nil if a look at the record does not say it.
    @inline(__always)
    func keys(in record: RecordView) -> EntryKeys? {
        guard isUnique else { return step.plainOrderKey(record).map { .one($0) } }
        guard case .integer(let slot, let null) = step else { return nil }
        if null.isNull(record) { return EntryKeys.none }
        return slot.value(in: record.bytes).map { .one(IDKey.key(ordered: $0)) }
    }
}
