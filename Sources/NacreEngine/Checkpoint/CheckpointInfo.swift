internal import NacreFormat

/// What is remembered of the newest checkpoint: enough to know what it covers and when the next one
/// is due.
struct CheckpointInfo: Sendable, Hashable {
    let number: UInt32
    /// Of the file, in bytes.
    let size: Int
    let commit: CommitNumber
    /// In the order of the log. The last one is covered up to a place within it.
    let covered: [CoveredSegment]

    /// Of its segments, ascending.
    var coveredNumbers: [UInt32] { covered.map(\.number.rawValue).sorted() }

    /// How much of the segments was current.
    var usage: StoreUsage {
        var usage = StoreUsage()
        for segment in covered { usage.add(SegmentUsage(segment)) }
        return usage
    }

    /// Why a manifest's segments are not those that the checkpoint depends on; nil if they are:
    /// the log begins with them, the last one perhaps longer now.
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

    /// How many bytes of the segments came after the checkpoint: by commits, and by compactions.
    /// - Parameter active: the length of the active segment.
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
