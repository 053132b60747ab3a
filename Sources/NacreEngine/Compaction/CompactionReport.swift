internal import NacreFormat

/// What a compaction did.
package struct CompactionReport: Sendable, Hashable {
    /// Objects and external values that were copied.
    package internal(set) var records = 0
    /// Of all segments, in bytes.
    package internal(set) var sizeBefore = 0
    package internal(set) var sizeAfter = 0
    /// The new segments, and how many records each got.
    var outputs: [SegmentNumber: Int] = [:]
}
