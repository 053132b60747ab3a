/// A segment whose records a checkpoint has in its trees: up to its end, or in the last one up to
/// the place where the checkpoint's commit ends.
package struct CoveredSegment: Sendable, Hashable {
    package var number: SegmentNumber
    package var length: Int
    /// Of records that are live at the checkpoint's commit.
    package var liveBytes: UInt64
    package var liveRecords: UInt64

    package init(
        number: SegmentNumber, length: Int, liveBytes: UInt64 = 0, liveRecords: UInt64 = 0
    ) {
        self.number = number
        self.length = length
        self.liveBytes = liveBytes
        self.liveRecords = liveRecords
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(number.rawValue)
        buffer.append(UInt32(0))
        buffer.append(UInt64(length))
        buffer.append(liveBytes)
        buffer.append(liveRecords)
    }

    /// Reads a section of them.
    /// - Parameter origin: where the section begins in its file.
    package static func decodeAll(
        _ view: ByteView, origin: Int
    ) throws(FormatError) -> [CoveredSegment] {
        var reader = ByteReader(view, structure: "covered segment", origin: origin)
        var segments: [CoveredSegment] = []
        while reader.remaining > 0 {
            let number = SegmentNumber(try reader.read("segment number"))
            try reader.zeros(4)
            let length: UInt64 = try reader.read("length")
            guard length <= UInt64(Format.segmentSizeMax) else {
                throw reader.error(
                    .badValue, "length", expected: "at most \(Format.segmentSizeMax)",
                    found: "\(length)")
            }
            segments.append(
                CoveredSegment(
                    number: number, length: Int(length), liveBytes: try reader.read("live bytes"),
                    liveRecords: try reader.read("live records")))
        }
        return segments
    }
}
