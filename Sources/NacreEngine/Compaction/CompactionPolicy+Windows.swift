internal import NacreFormat

extension CompactionPolicy.State {
    /// Of all segments, in bytes.
    var size: Int { segments.reduce(activeLength) { $0 + $1.length } }

    /// Neighbours that make one segment together, without those that are as they should be.
    /// - Parameter sizeMax: of that segment, in bytes.
    func windows(upTo sizeMax: Int) -> [[Manifest.Segment]] {
        var windows: [[CompactionPolicy.Segment]] = []
        var kept = Int.max
        for segment in segments {
            if segment.isHeld {
                kept = .max
                continue
            }
            let (sum, overflow) = kept.addingReportingOverflow(segment.kept)
            if overflow || sum > sizeMax {
                windows.append([])
                kept = 0
            }
            windows[windows.count - 1].append(segment)
            kept += segment.kept
        }
        return windows.filter { $0.count > 1 || !$0.allSatisfy(\.isClean) }
            .map { $0.map(\.entry) }
    }
}

extension CompactionPolicy.Segment {
    /// Whether a compaction would only copy it.
    fileprivate var isClean: Bool {
        entry.ending == .compacted && usage.deadRecords == 0 && usage.tombstones == 0
    }
}
