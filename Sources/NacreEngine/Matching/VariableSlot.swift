internal import NacreFormat

/// The place of a variable-length value in the records of one layout, with everything computed in
/// advance.
struct VariableSlot: Sendable {
    let ordinal: Int
    let index: Int
    /// The offsets in plain records of the field with the value's end, and of the first value.
    private let end: Int
    private let values: Int

    init(_ place: LayoutPlace, _ layout: Layout) {
        ordinal = place.ordinal
        index = place.variable.index
        end = layout.endsOffset + index * 2
        values = layout.valuesOffset([])
    }

    /// Returns the value's bytes, or nil if the record is long or has external values.
    @inline(__always)
    func plainBytes(of record: RecordView) -> ByteView? {
        record.plainVariable(index, endsAt: end, values: values)
    }
}

extension RecordView {
    /// Returns a variable value's bytes, or nil if the record is long or has external values.
    /// - Parameters:
    ///   - end: The offset in plain records of the field with the value's end.
    ///   - values: The offset in plain records of the first value.
    @inline(__always)
    func plainVariable(_ index: Int, endsAt end: Int, values: Int) -> ByteView? {
        guard flags.rawValue == 0 else { return nil }
        let start = index == 0 ? 0 : Int(bytes.load(UInt16.self, at: end - 2))
        return bytes[values + start..<values + Int(bytes.load(UInt16.self, at: end))]
    }
}
