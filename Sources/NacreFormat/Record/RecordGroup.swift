/// Consecutive records, as in a part of a commit or in a run. They are read from the front, and
/// each is checked by its header and its CRC. After an invalid record no others can be found.
package struct RecordGroup {
    private let bytes: ByteView
    /// The offset of the group in its segment, in bytes.
    package let origin: Int
    private var offset = 0

    /// Makes a group.
    /// - Parameter origin: The offset of the group in its segment, in bytes.
    package init(_ bytes: ByteView, at origin: Int) {
        self.bytes = bytes
        self.origin = origin
    }

    /// Returns the next record and its offset in the segment; nil after the last one.
    package mutating func next() throws(FormatError) -> (record: RecordView, offset: Int)? {
        guard offset < bytes.count else { return nil }
        let record = try RecordView.read(bytes, at: offset, origin: origin)
        defer { offset += record.paddedLength }
        return (record, origin + offset)
    }
}

extension Frame {
    /// The records of a records frame.
    package var group: RecordGroup { RecordGroup(records, at: recordsOffset) }
}
