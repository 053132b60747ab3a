internal import NacreFormat

/// The conversion of a scalar that is read from records of a stored layout.
struct StoredConversion {
    /// The index of its leaf.
    let leaf: Int
    let conversion: ValueConversion
    /// The offset of the slot in the record.
    let source: Int
    /// The offset of the converted value in the block.
    let target: Int
    /// The null bit in the record; nil if it is never null.
    let null: (offset: Int, mask: UInt8)?

    /// Whether the value is null, and the block already has the value that replaces it.
    func skips(_ record: RecordView) -> Bool { null.map { record.isNull(at: $0) } ?? false }
}
