internal import NacreFormat

/// The place of an object's key for one index in the records of one layout. It exists for most
/// indexes: those of one number or one text. Holds no references, so reading a key counts none.
struct PlainKey: Sendable {
    private let step: ValueStep
    private let isUnique: Bool

    /// Returns nil if the key has to be computed from values.
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

    /// Returns the keys of a record.
    /// - Parameter record: A record of the layout.
    /// - Returns: The keys, or nil if they cannot be read directly from the record.
    @inline(__always)
    func keys(in record: RecordView) -> EntryKeys? {
        guard isUnique else { return step.plainOrderKey(record).map { .one($0) } }
        guard case .integer(let slot, let null) = step else { return nil }
        if null.isNull(record) { return EntryKeys.none }
        return slot.value(in: record.bytes).map { .one(IDKey.key(ordered: $0)) }
    }
}
