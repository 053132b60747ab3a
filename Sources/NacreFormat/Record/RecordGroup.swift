/// Records one after another, as a part of a commit or a run holds them. Read from the front, each
/// checked by its header and its CRC; behind one that fails nothing of the group can be found.
package struct RecordGroup {
    private let bytes: ByteView
    private let origin: Int
    private var offset = 0

    /// - Parameter origin: where the group begins in its segment, in bytes.
    package init(_ bytes: ByteView, at origin: Int) {
        self.bytes = bytes
        self.origin = origin
    }

    /// The next record and its place in the segment; nil behind the last one.
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
