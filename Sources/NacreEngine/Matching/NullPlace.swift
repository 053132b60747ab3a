internal import NacreFormat

/// The place in a record that tells whether a value is null. It also works for attributes that are
/// never null.
struct NullPlace: Sendable {
    let offset: Int
    /// The mask of the null bit. 0 if the value is never null.
    let mask: UInt8

    init(_ place: LayoutPlace, _ layout: Layout) {
        let found = place.nullBit.map { layout.nullPlace($0) }
        (offset, mask) = found ?? (RecordFields.nulls.offset, 0)
    }

    @inline(__always)
    func isNull(_ record: RecordView) -> Bool { record.isNull(at: (offset, mask)) }
}
