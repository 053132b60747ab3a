internal import NacreFormat

/// Where a value of variable length stands in the records of one layout, with all that can be
/// known beforehand.
struct VariableSlot: Sendable {
    let ordinal: Int
    let index: Int
    /// Of plain records: where the end of the value stands, and where the first value begins.
    private let end: Int
    private let values: Int

    init(_ place: LayoutPlace, _ layout: Layout) {
        ordinal = place.ordinal
        index = place.variable.index
        end = layout.endsOffset + index * 2
        values = layout.valuesOffset([])
    }

    /// Nil of a record that is long or has values elsewhere.
    @inline(__always)
    func plainBytes(of record: RecordView) -> ByteView? {
        record.plainVariable(index, endsAt: end, values: values)
    }
}

extension RecordView {
    /// A variable value's bytes; nil of a record that is long or has values elsewhere.
    /// - Parameters:
    ///   - end: where the end of the value stands in plain records.
    ///   - values: where the first value begins in them.
    @inline(__always)
    func plainVariable(_ index: Int, endsAt end: Int, values: Int) -> ByteView? {
        guard flags.rawValue == 0 else { return nil }
        let start = index == 0 ? 0 : Int(bytes.load(UInt16.self, at: end - 2))
        return bytes[values + start..<values + Int(bytes.load(UInt16.self, at: end))]
    }
}
