internal import NacreFormat

/// The ends of a manifest's segments that have been read so far. The header of the next segment
/// must agree with them.
struct SegmentEnds {
    /// The numbers of the log segments, ascending. Compacted segments are left out, because no
    /// segment continues them.
    private let log: [SegmentNumber]
    /// The end of the segment that was read last.
    var last: FrameCursor?

    init(_ manifest: Manifest) {
        log = manifest.segments.filter { $0.ending != .compacted }.map(\.number).sorted()
    }

    /// Checks a header's predecessor. If the manifest names the predecessor, it must come directly
    /// before. If not, it was compacted away.
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
