internal import CNacreShims
internal import NacreFormat

/// What most records of an entity have in common: one layout, and neither long texts nor values
/// that stand elsewhere. Such a record is known by a few loads.
struct UsualRecord: Sendable {
    private let layout: LayoutID
    /// No record of the layout is shorter.
    let leastLength: Int

    init(_ layout: Layout) {
        self.layout = layout.id
        leastLength = layout.valuesOffset([])
    }

    /// The record at an offset; nil if it is another one, or none.
    /// - Parameter segment: all of its bytes.
    @inline(__always)
    func record(at offset: Int, in segment: ByteView) -> RecordView? {
        let rest = segment.count - offset
        guard rest >= RecordFields.size else { return nil }
        let length = Int(segment.load(UInt32.self, at: offset + RecordFields.length.offset))
        guard length >= leastLength, length <= rest else { return nil }
        let record = RecordView(trusted: segment[offset..<offset + length])
        guard record.layout == layout, record.flags == [] else { return nil }
        return record
    }

    /// Has the processor fetch a record as far as most questions go: what is of one length, and the
    /// first text.
    @inline(__always)
    func prefetch(at offset: Int, in segment: ByteView) {
        // SAFETY: nothing is read; the address may even lie outside of the segment.
        let record = unsafe segment.base + offset
        unsafe nacre_prefetch(record)
        if leastLength > 64 { unsafe nacre_prefetch(record + 64) }
        unsafe nacre_prefetch(record + leastLength)
    }

    /// Has the processor fetch what follows on the first line of a record: who is going to read all
    /// of it waits for memory once. Most records end there.
    @inline(__always)
    static func prefetchRest(at offset: Int, in segment: ByteView) {
        // SAFETY: nothing is read; the address may even lie outside of the segment.
        unsafe nacre_prefetch(segment.base + offset + 64)
        unsafe nacre_prefetch(segment.base + offset + 128)
    }
}

extension RecordView {
    /// Has the processor fetch what follows on the first line of the record, for who is going to
    /// read all of it soon; of a long one the beginning, behind which the processor sees by itself
    /// what is wanted.
    @inline(__always)
    func prefetchRest() {
        let end = min(bytes.count, 512)
        // SAFETY: nothing is read.
        for offset in stride(from: 64, to: end, by: 64) {
            unsafe nacre_prefetch(bytes.base + offset)
        }
        unsafe nacre_prefetch(bytes.base + end - 1)
    }
}
