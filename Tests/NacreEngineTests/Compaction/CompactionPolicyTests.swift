import NacreEngine
import NacreFormat
import Testing

@Suite struct CompactionPolicyTests {
    /// Returns a segment of 1 MB, of ten commits, whose records have 1000 bytes each.
    static func segment(
        _ number: UInt64, live: Int, dead: Int = 0, tombstones: Int = 0, purged: UInt64 = 0,
        compacted: Bool = false
    ) -> CompactionPolicy.Segment {
        var usage = SegmentUsage(SegmentNumber(UInt32(number)))
        usage.records = live + dead
        usage.liveRecords = live
        usage.liveBytes = live * 1000
        usage.tombstones = tombstones
        let length = (live + dead) * 1000 + usage.tombstoneBytes + 1000
        return CompactionPolicy.Segment(
            Manifest.Segment(
                number: usage.number, ending: compacted ? .compacted : .sealed,
                length: UInt64(length), firstCommit: CommitNumber(number * 10 - 9),
                lastCommit: CommitNumber(number * 10), purgedAsOf: CommitNumber(purged), digest: 0),
            usage)
    }

    static func step(
        _ segments: [CompactionPolicy.Segment], active: Int = 0,
        _ policy: CompactionPolicy = CompactionPolicy()
    ) -> CompactionPolicy.Step? {
        policy.nextStep(
            CompactionPolicy.State(
                segments: segments, activeLength: active, activeLiveBytes: 0,
                nominalSize: 1 << 20, emptySize: 500))
    }

    @Test func `a store with few dead bytes is not compacted`() {
        #expect(Self.step([]) == nil)
        #expect(Self.step([Self.segment(1, live: 1000)]) == nil)
        #expect(Self.step([Self.segment(1, live: 10_000, dead: 9_000)]) == nil)
    }

    @Test func `the segment with the most dead bytes per copied byte goes first`() {
        let segments = [
            Self.segment(1, live: 9_000, dead: 9_000), Self.segment(2, live: 2_000, dead: 18_000),
            Self.segment(3, live: 9_000, dead: 1_000),
        ]
        #expect(Self.step(segments) == .compact(1..<2))
    }

    @Test func `neighbours with as many dead bytes join it if all fit into one segment`() {
        let segments = [
            Self.segment(1, live: 9_000), Self.segment(2, live: 300, dead: 9_000),
            Self.segment(3, live: 200, dead: 9_000), Self.segment(4, live: 400, dead: 9_000),
            Self.segment(5, live: 900, dead: 9_000),
        ]
        #expect(Self.step(segments) == .compact(1..<4))
    }

    @Test func `dead bytes in the active segment make the log roll`() {
        #expect(Self.step([Self.segment(1, live: 10)], active: 3 << 20) == nil)
        #expect(Self.step([Self.segment(1, live: 10)], active: 5 << 20) == .roll)
    }

    @Test func `a compacted segment without dead records is never rewritten for its size`() {
        var policy = CompactionPolicy()
        policy.slack = 0
        let clean = Self.segment(1, live: 1, purged: 10, compacted: true)
        #expect(Self.step([clean], policy) == nil)
        #expect(Self.step([Self.segment(1, live: 1, dead: 9)], policy) == .compact(0..<1))
    }

    @Test func `a segment that keeps tombstones necessary is compacted before theirs`() {
        let holder = Self.segment(3, live: 100, tombstones: 5_000)
        let blocking = Self.segment(1, live: 500, dead: 2)
        let other = Self.segment(2, live: 100)
        #expect(Self.step([blocking, other, holder]) == .compact(0..<1))
        let purged = Self.segment(1, live: 500, dead: 2, purged: 30)
        #expect(Self.step([purged, other, holder]) == .compact(2..<3))
        let few = Self.segment(3, live: 1000, tombstones: 4_000)
        #expect(Self.step([blocking, other, few]) == nil, "less than an eighth")
    }

    @Test func `many small neighbouring segments become one`() {
        let small = (1...9).map { Self.segment($0, live: 50) }
        #expect(Self.step(Array(small.prefix(7))) == nil)
        #expect(Self.step(small) == .compact(0..<9))
        let apart = small.prefix(5) + [Self.segment(10, live: 900)] + small.suffix(4)
        #expect(Self.step(Array(apart)) == nil)
    }

    @Test func `above the maximum number of segments, neighbours are merged`() {
        var policy = CompactionPolicy()
        policy.segmentsMax = 5
        let segments = [900, 300, 300, 300, 900, 900].enumerated().map {
            Self.segment(UInt64($0.offset + 1), live: $0.element)
        }
        #expect(Self.step(segments, policy) == .compact(1..<4))
        #expect(Self.step(Array(segments.dropLast()), policy) == nil)
    }
}

extension CompactionPolicyTests {
    /// There are 200 segments of 1 MB without dead records, and the log begins new segments of 1
    /// MB.
    @Test func `a store with too many segments gets larger ones`() {
        let segments = (1...200).map { Self.segment($0, live: 1048) }
        #expect(Self.step(segments) == .compact(0..<3))
        let merged = (1...67).map { Self.segment($0, live: 3 * 1048, compacted: true) }
        #expect(Self.step(merged) == nil)
    }

    static func step(
        _ segments: [CompactionPolicy.Segment], _ policy: CompactionPolicy
    ) -> CompactionPolicy.Step? {
        step(segments, active: 0, policy)
    }
}
