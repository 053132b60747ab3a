/// What a compaction did.
package struct CompactionReport: Sendable, Hashable {
    /// Objects and external values that were copied.
    package let records: Int
    /// Of all segments, in bytes.
    package let sizeBefore: Int
    package let sizeAfter: Int
}
