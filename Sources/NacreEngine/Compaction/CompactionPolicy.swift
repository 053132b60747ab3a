package import NacreFormat

/// Decides which segments are worth rewriting, and when.
///
/// Its guarantee: after maintenance has run, a store takes at most twice its live bytes plus
/// `slack`. Live bytes are those of live records, plus a run header for each commit that a segment
/// has live records of. Former records that the history keeps count as live. The guarantee does not
/// cover removed segments that snapshots hold, a checkpoint, and the output of a running
/// compaction.
package struct CompactionPolicy: Sendable {
    /// The permitted excess, in bytes. Half of it is for writes that arrive while a compaction is
    /// due.
    package var slack = 8 << 20
    /// Maximum number of segments, each of which takes a mapping. Beyond it neighbours are merged,
    /// in large stores into segments larger than those the log begins.
    package var segmentsMax = 128
    /// The number of small segments in a row that are merged in any case. Unclean ends leave small
    /// segments.
    package var smallRunMax = 8
    /// If tombstones take more than 1 / `tombstoneShare` of the bytes, the segments that keep them
    /// become victims.
    package var tombstoneShare = 8
    /// Tombstones are left alone if they take no more bytes than this.
    package var tombstoneBytesMin = 64 << 10

    package init() {}

    /// A segment that is no longer written.
    package struct Segment: Sendable {
        package let entry: Manifest.Segment
        package let usage: SegmentUsage
        /// Whether a reader still needs its commits. Such a segment is not rewritten.
        package var isHeld = false
        /// The bytes of the file after the valid ones. A recovery leaves them.
        package var excess = 0
        /// The former records that the history keeps; nil if it keeps none.
        package var former: Former?

        package init(_ entry: Manifest.Segment, _ usage: SegmentUsage) {
            self.entry = entry
            self.usage = usage
        }

        var length: Int { Int(entry.length) + excess }

        private var commits: Int {
            Int(clamping: entry.lastCommit.rawValue - entry.firstCommit.rawValue + 1)
        }

        /// The approximate size of the records that are not live.
        var deadBytes: Int {
            let overhead = entry.ending == .compacted ? RunFields.size : Self.commitOverhead
            let whole = Int(entry.length) - commits * overhead - usage.tombstoneBytes
            return usage.deadRecords == 0 ? 0 : max(0, whole - usage.liveBytes)
        }

        /// The size of the frame and the digest of a commit in the log.
        private static let commitOverhead = FrameHeaderFields.size + 8

        /// The bytes that a compaction keeps, without tombstones: live records, plus a run header
        /// for each record or each commit, whichever are fewer.
        var kept: Int {
            guard let former else {
                return usage.liveBytes + min(usage.liveRecords, commits) * RunFields.size
            }
            return usage.liveBytes + former.bytes + commits * RunFields.size
        }

        /// Whether the history lets tombstones go.
        var canDropTombstones: Bool { former?.isAllKept != true }

        /// Whether a compaction would drop hardly anything that the history does not keep.
        var isSettled: Bool {
            guard let former else { return usage.deadRecords == 0 && usage.tombstones == 0 }
            return former.isAllKept && deadBytes - former.bytes <= deadBytes / 16
        }
    }

    /// The former records of a segment that the history keeps.
    package struct Former: Sendable {
        /// Their size, in bytes.
        package var bytes: Int
        /// Whether nothing in the segment was dead before the horizon, so that no tombstone can be
        /// dropped.
        package var isAllKept: Bool
    }

    /// The state of a store that the policy decides on.
    package struct State: Sendable {
        /// The segments in log order.
        package var segments: [Segment]
        /// The active segment's length, in bytes.
        package var activeLength: Int
        package var activeLiveBytes: Int
        /// The nominal size of a segment.
        package var nominalSize: Int
        /// The size of an empty segment: its header, schemas and layouts.
        package var emptySize: Int

        package init(
            segments: [Segment], activeLength: Int, activeLiveBytes: Int, nominalSize: Int,
            emptySize: Int
        ) {
            self.segments = segments
            self.activeLength = activeLength
            self.activeLiveBytes = activeLiveBytes
            self.nominalSize = nominalSize
            self.emptySize = emptySize
        }
    }

    package enum Step: Sendable, Equatable {
        /// Rewrite these neighbours.
        case compact(Range<Int>)
        /// End the active segment, because the dead records are in it.
        case roll
    }

    private func kept(of state: State) -> Int {
        state.segments.reduce(state.activeLiveBytes) { $0 + $1.kept }
    }

    /// Returns the number of bytes by which the store may grow before it exceeds the guarantee.
    func room(in state: State) -> Int { 2 * kept(of: state) + slack - state.size }

    /// Returns the next step; nil if none is needed.
    package func nextStep(_ state: State) -> Step? {
        let segments = state.segments
        let size = state.size
        let tombstones = segments.reduce(0) { sum, segment in
            segment.canDropTombstones ? sum + segment.usage.tombstoneBytes : sum
        }
        if tombstones > tombstoneBytesMin, tombstones * tombstoneShare > size,
            let victim = tombstoneVictim(segments)
        {
            return .compact(victim..<victim + 1)
        }
        if size > 2 * kept(of: state) + slack / 2 {
            if let victims = best(state) { return .compact(victims) }
            let deadInActive = state.activeLength - state.activeLiveBytes - state.emptySize
            if deadInActive > max(state.activeLength, slack / 2) / 2 { return .roll }
        }
        return smallNeighbours(state).map { .compact($0) }
    }

    /// Returns the segment to rewrite so that tombstones can be dropped: the segment with the most
    /// tombstones, or one that may still hold records they hide.
    private func tombstoneVictim(_ segments: [Segment]) -> Int? {
        let free = segments.indices.filter {
            !segments[$0].isHeld && segments[$0].canDropTombstones
        }
        let most = free.max { segments[$0].usage.tombstones < segments[$1].usage.tombstones }
        guard let most, segments[most].usage.tombstones > 0 else { return nil }
        let last = segments[most].entry.lastCommit
        let blocking = free.filter { index in
            let segment = segments[index]
            return index != most && segment.entry.firstCommit < last
                && segment.entry.purgedAsOf < last && segment.usage.deadRecords > 0
        }
        return blocking.min { segments[$0].kept < segments[$1].kept } ?? most
    }

    /// Returns the number of bytes that rewriting a segment frees.
    private func gain(_ segment: Segment, _ state: State) -> Int {
        guard !segment.isHeld,
            segment.usage.deadRecords > 0 || segment.entry.ending != .compacted
        else { return 0 }
        return segment.length - segment.kept - segment.usage.tombstoneBytes - state.emptySize
    }

    /// Returns the segment with the most dead bytes per copied byte, with the neighbours that are
    /// small or worth rewriting too, as long as all fit into one segment.
    private func best(_ state: State) -> Range<Int>? {
        let segments = state.segments
        func isWorthIt(_ index: Int, _ share: Int) -> Bool {
            gain(segments[index], state) * share > segments[index].length
        }
        let candidates = segments.indices.filter { isWorthIt($0, 16) }
        func ratio(_ index: Int) -> Double {
            Double(gain(segments[index], state)) / Double(segments[index].kept + 1)
        }
        guard let first = candidates.max(by: { ratio($0) < ratio($1) }) else { return nil }
        var victims = first..<first + 1
        var kept = segments[first].kept
        func takes(_ index: Int) -> Bool {
            guard segments.indices.contains(index),
                kept + segments[index].kept <= state.nominalSize,
                isWorthIt(index, 4) || isSmall(segments[index], state)
            else { return false }
            kept += segments[index].kept
            return true
        }
        while takes(victims.upperBound) { victims = victims.lowerBound..<victims.upperBound + 1 }
        while takes(victims.lowerBound - 1) {
            victims = victims.lowerBound - 1..<victims.upperBound
        }
        return victims
    }

    /// Returns the maximum size of a merged segment: half of `segmentsMax` segments of this size
    /// hold the store. It is at most half the size at which a compaction starts a new output;
    /// otherwise a merge could yield two segments, which would be merged again and again. (From 256
    /// GB on there are more segments.)
    func mergedSizeMax(_ state: State) -> Int {
        min(max(state.nominalSize, 2 * kept(of: state) / segmentsMax), Compactor.outputSizeMax / 2)
    }

    private func isSmall(_ segment: Segment, _ state: State) -> Bool {
        !segment.isHeld && segment.length <= max(state.nominalSize / 8, state.emptySize)
    }

    /// Returns the longest range of neighbours that fit into one segment, if there are too many: a
    /// row of small ones, or any neighbours if the store exceeds `segmentsMax`.
    private func smallNeighbours(_ state: State) -> Range<Int>? {
        let segments = state.segments
        var best: Range<Int>?
        func longest(_ isEligible: (Segment) -> Bool, _ countMin: Int, upTo sizeMax: Int) {
            var start = 0
            var kept = 0
            for end in segments.indices {
                guard isEligible(segments[end]) else {
                    (start, kept) = (end + 1, 0)
                    continue
                }
                kept += segments[end].kept
                while kept > sizeMax, start <= end {
                    kept -= segments[start].kept
                    start += 1
                }
                let count = end + 1 - start
                if count >= max(countMin, (best?.count ?? 0) + 1) { best = start..<end + 1 }
            }
        }
        longest({ isSmall($0, state) }, smallRunMax, upTo: state.nominalSize)
        if best == nil, segments.count > segmentsMax {
            longest({ !$0.isHeld }, 2, upTo: mergedSizeMax(state))
        }
        return best
    }
}
