internal import NacreFormat

/// How the segments of a manifest end, as far as they have been read: what the header of the next
/// one must agree with.
struct SegmentEnds {
    /// Ascending; log segments only: nothing follows on a compacted one.
    private let log: [SegmentNumber]
    /// Of the segment read last.
    var last: FrameCursor?

    init(_ manifest: Manifest) {
        log = manifest.segments.filter { $0.ending != .compacted }.map(\.number).sorted()
    }

    /// A predecessor that is in the manifest stands directly before; one that is not was compacted
    /// away.
    func check(_ predecessor: SegmentHeader.Predecessor) throws(FormatError) {
        let index = log.partitioningIndex { $0 >= predecessor.number }
        guard index < log.count, log[index] == predecessor.number else { return }
        guard let last, last.position.segment == predecessor.number,
            predecessor.chain == last.chain, predecessor.length == UInt64(last.offset)
        else {
            throw FormatError(
                .badValue, structure: "segment header", field: "predecessor",
                offset: SegmentHeaderFields.predecessor.offset,
                expected: last.map { "\($0.position), chain \($0.chain.hex)" } ?? "none",
                found: "\(predecessor.number):\(predecessor.length), \(predecessor.chain.hex)")
        }
    }
}
