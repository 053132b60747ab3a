/// The payload of a seal frame: the summary of the sealed segment (Formats.md, "Seal").
@usableFromInline
package struct Seal: Sendable, Hashable {
    package var firstCommit: CommitNumber
    package var lastCommit: CommitNumber
    package var records: UInt64
    package var tombstones: UInt64
    /// The digest over the headers of all frames before the seal, in order.
    package var digest: UInt32

    package init(
        firstCommit: CommitNumber, lastCommit: CommitNumber, records: UInt64, tombstones: UInt64,
        digest: UInt32
    ) {
        self.firstCommit = firstCommit
        self.lastCommit = lastCommit
        self.records = records
        self.tombstones = tombstones
        self.digest = digest
    }

    package func encode(into buffer: ByteBuffer) {
        let start = buffer.count
        buffer.appendZeros(SealFields.size)
        buffer.set(firstCommit.rawValue, at: start + SealFields.firstCommit.offset)
        buffer.set(lastCommit.rawValue, at: start + SealFields.lastCommit.offset)
        buffer.set(records, at: start + SealFields.records.offset)
        buffer.set(tombstones, at: start + SealFields.tombstones.offset)
        buffer.set(digest, at: start + SealFields.digest.offset)
    }

    package static func decode(_ frame: Frame) throws(FormatError) -> Seal {
        try decode(frame.payload, origin: frame.payloadOffset)
    }

    /// Decodes a seal.
    /// - Parameter origin: The offset of the seal in its file.
    package static func decode(_ view: ByteView, origin: Int) throws(FormatError) -> Seal {
        var reader = ByteReader(view, structure: "seal", origin: origin)
        let seal = Seal(
            firstCommit: CommitNumber(try reader.read("first commit")),
            lastCommit: CommitNumber(try reader.read("last commit")),
            records: try reader.read("records"), tombstones: try reader.read("tombstones"),
            digest: try reader.read("digest"))
        try reader.zeros(4)
        try reader.end()
        return seal
    }
}
