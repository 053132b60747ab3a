internal import CNacreShims
internal import NacreFormat

/// A test for the usual records of an entity: those of one layout, with neither long texts nor
/// external values. A few loads are enough for the test.
struct UsualRecord: Sendable {
    private let layout: LayoutID
    /// The minimum length of a record of the layout.
    let leastLength: Int

    init(_ layout: Layout) {
        self.layout = layout.id
        leastLength = layout.valuesOffset([])
    }

    /// Returns the record at an offset; nil if it is not a usual one, or there is none.
    /// - Parameter segment: All bytes of the segment.
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

    /// Prefetches the part of a record that most queries need: the values of fixed length, and the
    /// first text.
    @inline(__always)
    func prefetch(at offset: Int, in segment: ByteView) {
        // SAFETY: prefetching reads nothing; the address may even lie outside of the segment.
        let record = unsafe segment.base + offset
        unsafe nacre_prefetch(record)
        if leastLength > 64 { unsafe nacre_prefetch(record + 64) }
        unsafe nacre_prefetch(record + leastLength)
    }

    /// Prefetches three cache lines from a record's start on. Most records end there.
    @inline(__always)
    static func prefetchWhole(at offset: Int, in segment: ByteView) {
        // SAFETY: prefetching reads nothing; the address may even lie outside of the segment.
        unsafe nacre_prefetch(segment.base + offset)
        prefetchRest(at: offset, in: segment)
    }

    /// Prefetches the two cache lines after a record's first one, so that a caller that reads the
    /// whole record waits for memory once. Most records end there.
    @inline(__always)
    static func prefetchRest(at offset: Int, in segment: ByteView) {
        // SAFETY: prefetching reads nothing; the address may even lie outside of the segment.
        unsafe nacre_prefetch(segment.base + offset + 64)
        unsafe nacre_prefetch(segment.base + offset + 128)
    }
}

extension RecordView {
    /// Prefetches the cache lines after the record's first one, for a caller that soon reads all of
    /// it. Of a long record, prefetches the first 512 bytes; from there on, the processor's own
    /// prefetching is enough.
    @inline(__always)
    func prefetchRest() {
        let end = min(bytes.count, 512)
        // SAFETY: prefetching reads nothing.
        for offset in stride(from: 64, to: end, by: 64) {
            unsafe nacre_prefetch(bytes.base + offset)
        }
        unsafe nacre_prefetch(bytes.base + end - 1)
    }
}
