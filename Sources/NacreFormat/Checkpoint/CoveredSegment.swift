/// A segment whose records are in a checkpoint's trees: up to its end or, for the last one, up to
/// the place where the checkpoint's commit ends.
package struct CoveredSegment: Sendable, Hashable {
    package var number: SegmentNumber
    package var length: Int
    /// The number of objects and external values.
    package var records: Int
    /// The number of those that are current at the checkpoint's commit.
    package var liveRecords: Int
    /// The size of the current ones, with their padding.
    package var liveBytes: Int
    package var tombstones: Int

    package init(
        number: SegmentNumber, length: Int, records: Int = 0, liveRecords: Int = 0,
        liveBytes: Int = 0, tombstones: Int = 0
    ) {
        self.number = number
        self.length = length
        self.records = records
        self.liveRecords = liveRecords
        self.liveBytes = liveBytes
        self.tombstones = tombstones
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(number.rawValue)
        buffer.append(UInt32(0))
        for count in [length, records, liveRecords, liveBytes, tombstones] {
            buffer.append(UInt64(clamping: count))
        }
    }

    /// Decodes a section of covered segments.
    /// - Parameter origin: The offset of the section in its file.
    package static func decodeAll(
        _ view: ByteView, origin: Int
    ) throws(FormatError) -> [CoveredSegment] {
        var reader = ByteReader(view, structure: "covered segment", origin: origin)
        var segments: [CoveredSegment] = []
        while reader.remaining > 0 {
            let number = SegmentNumber(try reader.read("segment number"))
            try reader.zeros(4)
            segments.append(
                CoveredSegment(
                    number: number, length: try count("length", &reader),
                    records: try count("records", &reader),
                    liveRecords: try count("live records", &reader),
                    liveBytes: try count("live bytes", &reader),
                    tombstones: try count("tombstones", &reader)))
        }
        return segments
    }

    /// Reads a number that is at most the maximum size of a segment.
    private static func count(
        _ field: String, _ reader: inout ByteReader
    ) throws(FormatError) -> Int {
        let number: UInt64 = try reader.read(field)
        guard number <= UInt64(Format.segmentSizeMax) else {
            throw reader.error(
                .badValue, field, expected: "at most \(Format.segmentSizeMax)", found: "\(number)")
        }
        return Int(number)
    }
}
