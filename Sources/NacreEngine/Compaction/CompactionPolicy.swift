package import NacreFormat

/// Which segments are worth rewriting, and when.
///
/// What it promises: once maintenance has had its turn, a store takes at most twice its live bytes
/// and `slack`. Live bytes are those of live records, with a run's header for each commit that a
/// segment has some of. Not in the sum: what snapshots hold of removed segments, a checkpoint, and
/// the output of a compaction that is running.
package struct CompactionPolicy: Sendable {
    /// In bytes. Half of it is for what comes while a compaction is due.
    package var slack = 8 << 20
    /// Each takes a mapping, so beyond this number neighbours are merged, of large stores into
    /// larger segments than the log begins.
    package var segmentsMax = 128
    /// So many small ones in a row are merged in any case: unclean ends leave them.
    package var smallRunMax = 8
    /// When tombstones take more than one of so many bytes, the segments that keep them become
    /// victims.
    package var tombstoneShare = 8
    /// Fewer bytes of tombstones than this are left alone.
    package var tombstoneBytesMin = 64 << 10

    package init() {}

    /// A segment that is no longer written, as the policy sees it.
    package struct Segment: Sendable {
        package let entry: Manifest.Segment
        package let usage: SegmentUsage
        /// Whether somebody still reads its commits: then it stays as it is.
        package var isHeld = false
        /// Bytes of the file behind those that are valid, as a recovery leaves them.
        package var excess = 0

        package init(_ entry: Manifest.Segment, _ usage: SegmentUsage) {
            self.entry = entry
            self.usage = usage
        }

        var length: Int { Int(entry.length) + excess }

        /// What a compaction keeps, without tombstones: live records, and at most one run's header
        /// for each, or for each commit.
        var kept: Int {
            let commits = entry.lastCommit.rawValue - entry.firstCommit.rawValue + 1
            let runs = min(usage.liveRecords, Int(clamping: commits))
            return usage.liveBytes + runs * RunFields.size
        }
    }

    /// A store, as the policy sees it.
    package struct State: Sendable {
        /// In the order of the log.
        package var segments: [Segment]
        /// Of the active segment, in bytes.
        package var activeLength: Int
        package var activeLiveBytes: Int
        /// Of a segment.
        package var nominalSize: Int
        /// Of an empty segment: its header, schemas and layouts.
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
        /// End the active segment: what is dead is there.
        case roll
    }

    private func kept(of state: State) -> Int {
        state.segments.reduce(state.activeLiveBytes) { $0 + $1.kept }
    }

    /// How many bytes the store may grow by until it takes more than is promised.
    func room(in state: State) -> Int { 2 * kept(of: state) + slack - state.size }

    /// What is to be done next; nil if all is well.
    package func nextStep(_ state: State) -> Step? {
        let segments = state.segments
        let size = state.size
        let tombstones = segments.reduce(0) { $0 + $1.usage.tombstoneBytes }
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

    /// The segment to rewrite so that tombstones can go: the one that has most of them, or one that
    /// may still hold what they hide.
    private func tombstoneVictim(_ segments: [Segment]) -> Int? {
        let free = segments.indices.filter { !segments[$0].isHeld }
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

    /// How many bytes a rewriting frees.
    private func gain(_ segment: Segment, _ state: State) -> Int {
        guard !segment.isHeld,
            segment.usage.deadRecords > 0 || segment.entry.ending != .compacted
        else { return 0 }
        return segment.length - segment.kept - segment.usage.tombstoneBytes - state.emptySize
    }

    /// The segment with the most dead bytes for a copied one, and neighbours that are small or have
    /// about as many, as long as they make one segment together.
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

    /// How large a segment may become by merging: so large that half as many as there may be hold
    /// the store. But no larger than half of what a compaction puts into one: what came out as two
    /// again would be merged for ever. (From 256 GB on there are more segments.)
    func mergedSizeMax(_ state: State) -> Int {
        min(max(state.nominalSize, 2 * kept(of: state) / segmentsMax), Compactor.outputSizeMax / 2)
    }

    private func isSmall(_ segment: Segment, _ state: State) -> Bool {
        !segment.isHeld && segment.length <= max(state.nominalSize / 8, state.emptySize)
    }

    /// Neighbours that make one segment together, as many as can be, if there are too many.
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
