internal import NacreFormat

/// The description of the newest checkpoint: which part of the log it covers, and when the next one
/// is due.
struct CheckpointInfo: Sendable, Hashable {
    let number: UInt32
    /// The size of the file, in bytes.
    let size: Int
    let commit: CommitNumber
    /// The covered segments, in log order. The last one may be covered only in part.
    let covered: [CoveredSegment]
    /// The numbers of the runs of full-text indexes that it names.
    let runs: [UInt32]

    /// The numbers of the covered segments, ascending.
    var coveredNumbers: [UInt32] { covered.map(\.number.rawValue).sorted() }

    /// The usage of the covered segments.
    var usage: StoreUsage {
        var usage = StoreUsage()
        for segment in covered { usage.add(SegmentUsage(segment)) }
        return usage
    }

    /// Returns the reason why a manifest's segments are not those that the checkpoint depends on.
    /// Returns nil if they are: the log begins with them, and the last one may have grown.
    func mismatch(with manifest: Manifest) -> String? {
        let all = manifest.segments.map(\.number) + [manifest.active]
        guard !covered.isEmpty, all.starts(with: covered.map(\.number)) else {
            return "it covers segments that are no longer the first ones of the log"
        }
        for (index, segment) in covered.enumerated() where index < manifest.segments.count {
            let length = manifest.segments[index].length
            let isLast = index == covered.count - 1
            guard isLast ? segment.length <= length : UInt64(segment.length) == length else {
                return "it covers \(segment.length) bytes of segment \(segment.number),"
                    + " which has \(length)"
            }
        }
        return nil
    }

    /// Returns the number of bytes that commits and compactions have added after the checkpoint.
    /// - Parameter active: The length of the active segment.
    func bytesBehind(_ manifest: Manifest, active: Int) -> UInt64 {
        let lengths = manifest.segments.map { ($0.number, $0.length) }
        return (lengths + [(manifest.active, UInt64(active))]).reduce(0) { sum, segment in
            let known = covered.first { $0.number == segment.0 }?.length ?? 0
            return sum + (segment.1 > UInt64(known) ? segment.1 - UInt64(known) : 0)
        }
    }
}

extension SegmentUsage {
    init(_ segment: CoveredSegment) {
        self.init(segment.number)
        length = segment.length
        records = segment.records
        liveRecords = segment.liveRecords
        liveBytes = segment.liveBytes
        tombstones = segment.tombstones
    }
}

extension CoveredSegment {
    init(_ number: SegmentNumber, length: Int, _ usage: SegmentUsage?) {
        self.init(
            number: number, length: length, records: usage?.records ?? 0,
            liveRecords: usage?.liveRecords ?? 0, liveBytes: usage?.liveBytes ?? 0,
            tombstones: usage?.tombstones ?? 0)
    }
}
