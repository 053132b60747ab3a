internal import NacreFormat

/// Where a record says that a value is null. One mask serves attributes that never are, too.
struct NullPlace: Sendable {
    let offset: Int
    /// 0 if the value never is.
    let mask: UInt8

    init(_ place: LayoutPlace, _ layout: Layout) {
        let found = place.nullBit.map { layout.nullPlace($0) }
        (offset, mask) = found ?? (RecordFields.nulls.offset, 0)
    }

    @inline(__always)
    func isNull(_ record: RecordView) -> Bool { record.isNull(at: (offset, mask)) }
}
