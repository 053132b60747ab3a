internal import NacreFormat

/// The result of a compaction.
package struct CompactionReport: Sendable, Hashable {
    /// The number of objects and external values copied.
    package internal(set) var records = 0
    /// The size of the segments before, in bytes: of all segments if the whole store was compacted,
    /// otherwise of the rewritten ones.
    package internal(set) var sizeBefore = 0
    package internal(set) var sizeAfter = 0
    /// The new segments, with the number of records in each.
    var outputs: [SegmentNumber: Int] = [:]
}
