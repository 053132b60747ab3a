internal import NacreFormat

/// The segments of a version that hold the log as it was written, without a gap up to its end: the
/// commits whose history is kept. Compaction ends it: what it copies are objects, no commits.
struct LogChain {
    /// Their headers, ascending.
    private(set) var headers: [SegmentHeader]

    /// - Parameter commit: what lies before it is not looked for: who follows the log asks for each
    ///   new commit.
    /// - Throws: `corrupt` for a header that cannot be read.
    init(_ snapshot: Snapshot, behind commit: CommitNumber = CommitNumber(0)) throws(StoreError) {
        var headers: [SegmentHeader] = []
        var next: SegmentNumber? = snapshot.version.end.segment
        while let number = next, let header = try snapshot.segmentHeader(number),
            header.origin != .compacted
        {
            headers.append(header)
            if header.lastCommitBefore <= commit { break }
            // Numbers only grow, so that no file can send this in circles.
            next = header.predecessor.flatMap { $0.number < number ? $0.number : nil }
        }
        self.headers = headers.reversed()
    }

    /// The newest commit before the chain: everything behind it is there.
    var horizon: CommitNumber? { headers.first?.lastCommitBefore }

    /// The segment that the commit behind one stands in; nil if it is beyond the horizon.
    func start(behind commit: CommitNumber) -> SegmentHeader? {
        headers.last { $0.lastCommitBefore <= commit }
    }

    /// The segment that goes on where one ends.
    func successor(of number: SegmentNumber) -> SegmentHeader? {
        headers.first { $0.predecessor?.number == number }
    }
}

extension Snapshot {
    /// The bytes of a segment up to where the version ends or, if it goes on elsewhere, to the
    /// segment's valid length.
    func logBytes(of number: SegmentNumber) -> ByteView? {
        guard let view = wholeSegment(number) else { return nil }
        let end =
            number == version.end.segment
            ? version.end.offset : version.usage[number]?.length ?? view.count
        return view[0..<min(end, view.count)]
    }

    func segmentHeader(_ number: SegmentNumber) throws(StoreError) -> SegmentHeader? {
        guard let view = wholeSegment(number) else { return nil }
        do { return try SegmentHeader.decode(view) } catch {
            throw StoreError(error, file: path(of: number))
        }
    }
}
