/// The header of a run: records of one commit, copied by compaction (Formats.md, "Run").
package struct Run: Sendable, Hashable {
    package var commit: CommitNumber
    package var time: Int64
    package var digest: CommitDigest
    /// The size of the records, in bytes, each with its padding.
    package var length: UInt32
    package var records: UInt32

    package init(
        commit: CommitNumber, time: Int64, digest: CommitDigest, length: UInt32, records: UInt32
    ) {
        self.commit = commit
        self.time = time
        self.digest = digest
        self.length = length
        self.records = records
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(commit.rawValue)
        buffer.append(time)
        buffer.append(digest.rawValue)
        buffer.append(length)
        buffer.append(records)
    }

    /// Decodes the header at the reader's place and takes the records after it.
    package static func decode(_ reader: inout ByteReader) throws(FormatError) -> (Run, ByteView) {
        let run = Run(
            commit: CommitNumber(try reader.read("commit number")),
            time: try reader.read("time"), digest: CommitDigest(try reader.read("digest")),
            length: try reader.read("length"), records: try reader.read("records"))
        guard Int(run.length) % Format.alignment == 0 else {
            throw reader.error(
                .badValue, "length", expected: "a multiple of \(Format.alignment)",
                found: "\(run.length)")
        }
        return (run, try reader.take(Int(run.length), "records"))
    }
}
