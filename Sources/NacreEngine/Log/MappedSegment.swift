internal import NacreFormat

/// A segment in memory.
struct MappedSegment: Sendable {
    let number: SegmentNumber
    let bytes: MappedBytes
}
