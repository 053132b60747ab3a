internal import NacreFormat

extension CompactionPolicy.State {
    /// The size of all segments, in bytes.
    var size: Int { segments.reduce(activeLength) { $0 + $1.length } }

    /// Returns groups of neighbouring segments that fit into one segment each. A group that
    /// consists of one clean segment is left out.
    /// - Parameter sizeMax: The maximum size of an output segment, in bytes.
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
    /// Whether a compaction would only copy the segment.
    fileprivate var isClean: Bool {
        (entry.ending == .compacted || former?.isAllKept == true) && isSettled
    }
}
