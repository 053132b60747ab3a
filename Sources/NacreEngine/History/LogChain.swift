internal import NacreFormat

/// The segments of a version with the commits whose history is kept, without a gap up to its end.
///
/// Segments that hold the log as written follow one another. If the store keeps its history,
/// compacted segments hold the commits before them, and perhaps more of the log. Otherwise a
/// compacted segment ends the chain, because it holds objects, not commits.
struct LogChain {
    /// The segments, in the order of their commits.
    private(set) var headers: [SegmentHeader]
    /// The newest commit before each segment, in the same order.
    private var starts: [CommitNumber]

    /// Finds the chain.
    /// - Parameters:
    ///   - commit: Segments that end before this commit are not looked up, because followers of the
    ///     log build a chain for each new commit.
    ///   - isKept: Whether compacted segments after this commit hold everything.
    /// - Throws: `corrupt` for a header that cannot be read.
    init(
        _ snapshot: DatabaseSnapshot, behind commit: CommitNumber = .none, isKept: Bool = false
    ) throws(StoreError) {
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
        headers.reverse()
        starts = headers.map(\.lastCommitBefore)
        self.headers = headers
        if isKept, let first = starts.first, first > commit {
            try addOthers(of: snapshot, until: first)
        }
    }

    /// Adds the segments before those that follow one another.
    private mutating func addOthers(
        of snapshot: DatabaseSnapshot, until end: CommitNumber
    ) throws(StoreError) {
        var others: [(start: CommitNumber, header: SegmentHeader)] = []
        for number in snapshot.version.segments.allNumbers
        where !headers.contains(where: { $0.number == number }) {
            guard let header = try snapshot.segmentHeader(number),
                let start = try snapshot.commit(before: header), start < end
            else { continue }
            others.append((start, header))
        }
        others.sort { ($0.start, $0.header.number) < ($1.start, $1.header.number) }
        headers = others.map(\.header) + headers
        starts = others.map(\.start) + starts
    }

    /// The newest commit before the chain. The chain has all commits after it.
    var horizon: CommitNumber? { starts.first }

    /// Returns the segment with the commit that follows `commit`; nil if it is beyond the horizon.
    func start(behind commit: CommitNumber) -> SegmentHeader? {
        starts.lastIndex { $0 <= commit }.map { headers[$0] }
    }

    /// Returns the segment that continues another one.
    func successor(of number: SegmentNumber) -> SegmentHeader? {
        guard let place = headers.firstIndex(where: { $0.number == number }) else { return nil }
        return place + 1 < headers.count ? headers[place + 1] : nil
    }
}

extension DatabaseSnapshot {
    func segmentHeader(_ number: SegmentNumber) throws(StoreError) -> SegmentHeader? {
        guard let view = wholeSegment(number) else { return nil }
        do { return try SegmentHeader.decode(view) } catch {
            throw StoreError(error, file: path(of: number))
        }
    }

    /// Returns the newest commit before those of a segment; nil if it has none.
    fileprivate func commit(before header: SegmentHeader) throws(StoreError) -> CommitNumber? {
        guard header.origin == .compacted else { return header.lastCommitBefore }
        guard let view = logBytes(of: header.number), view.count >= SealFields.size else {
            return nil
        }
        // The seal is the last frame, and its payload needs no padding.
        let start = view.count - SealFields.size
        do {
            let seal = try Seal.decode(view[start..<view.count], origin: start)
            let first = seal.firstCommit.rawValue
            return first > 0 ? CommitNumber(first - 1) : nil
        } catch {
            throw StoreError(error, file: path(of: header.number))
        }
    }
}
