internal import NacreFormat

/// The segments of a version that hold the log as written, without a gap up to its end: the commits
/// whose history is kept. A compacted segment ends the chain, because it holds objects, not
/// commits.
struct LogChain {
    /// The headers of the segments, ascending.
    private(set) var headers: [SegmentHeader]

    /// Finds the chain.
    /// - Parameter commit: Segments that end before this commit are not looked up, because
    ///   followers of the log build a chain for each new commit.
    /// - Throws: `corrupt` for a header that cannot be read.
    init(_ snapshot: DatabaseSnapshot, behind commit: CommitNumber = CommitNumber(0))
        throws(StoreError)
    {
        var headers: [SegmentHeader] = []
        var next: SegmentNumber? = snapshot.version.end.segment
        while let number = next, let header = try snapshot.segmentHeader(number),
            header.origin != .compacted
        {
            headers.append(header)
            if header.lastCommitBefore <= commit { break }
            // Only smaller numbers are followed, so no file can cause an endless loop.
            next = header.predecessor.flatMap { $0.number < number ? $0.number : nil }
        }
        self.headers = headers.reversed()
    }

    /// The newest commit before the chain. The chain has all commits after it.
    var horizon: CommitNumber? { headers.first?.lastCommitBefore }

    /// Returns the segment with the commit that follows `commit`; nil if it is beyond the horizon.
    func start(behind commit: CommitNumber) -> SegmentHeader? {
        headers.last { $0.lastCommitBefore <= commit }
    }

    /// Returns the segment that continues another one.
    func successor(of number: SegmentNumber) -> SegmentHeader? {
        headers.first { $0.predecessor?.number == number }
    }
}

extension DatabaseSnapshot {
    /// Returns the bytes of a segment up to the end of the version or, if the version ends in
    /// another segment, up to its valid length.
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
