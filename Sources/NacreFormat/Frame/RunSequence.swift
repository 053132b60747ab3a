/// The runs of a compacted frame, one after another.
package struct RunSequence {
    private let origin: Int
    private let count: UInt32
    private var reader: ByteReader
    private var done: UInt32 = 0

    /// Starts with the first run.
    /// - Parameter frame: A frame of kind compacted.
    package init(_ frame: Frame) {
        origin = frame.payloadOffset
        count = frame.header.count
        reader = ByteReader(frame.payload, structure: "run", origin: frame.payloadOffset)
    }

    /// Returns the next run and its records; nil after the last one, which must end the payload.
    package mutating func next() throws(FormatError) -> (run: Run, records: RecordGroup)? {
        guard done < count else {
            guard reader.remaining == 0 else {
                throw reader.error(
                    .badValue, "payload", expected: "\(count) runs", found: "more bytes")
            }
            return nil
        }
        done += 1
        let (run, records) = try Run.decode(&reader)
        let start = origin + reader.offset - records.count
        return (run, RecordGroup(records, at: start))
    }
}
