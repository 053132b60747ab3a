/// The authors and notes of the commits whose runs are in the frame before: the payload of a frame
/// of kind preludes (Formats.md, "Preludes").
package struct Preludes: Sendable, Hashable {
    /// The commits with an author or a note, ascending, each with its encoded prelude.
    package private(set) var entries: [Entry] = []

    /// The prelude of one commit.
    package struct Entry: Sendable, Hashable {
        package let commit: CommitNumber
        /// The bytes as in the first part of the commit, a multiple of four.
        package let bytes: [UInt8]
    }

    package init() {}

    /// The size of the payload, in bytes.
    package var size: Int { entries.reduce(0) { $0 + 16 + $1.bytes.count } }
    package var isEmpty: Bool { entries.isEmpty }

    /// Adds the prelude of a commit that is newer than all others.
    package mutating func add(_ bytes: [UInt8], of commit: CommitNumber) {
        entries.append(Entry(commit: commit, bytes: bytes))
    }

    package mutating func removeAll() { entries.removeAll() }

    /// Returns the encoded prelude of a commit; empty if it has none.
    package func bytes(of commit: CommitNumber) -> [UInt8] {
        entries.first { $0.commit == commit }?.bytes ?? []
    }

    /// Returns the author and note of a commit; both empty if it has none.
    package func prelude(of commit: CommitNumber) -> Prelude {
        let buffer = ByteBuffer()
        buffer.append(bytes(of: commit))
        return buffer.read { .decoded($0) }
    }

    package func encode(into buffer: ByteBuffer) {
        for entry in entries {
            buffer.append(entry.commit.rawValue)
            buffer.append(UInt32(entry.bytes.count))
            buffer.append(UInt32(0))
            buffer.append(entry.bytes)
        }
    }

    /// Decodes the payload of a frame of kind preludes.
    package static func decode(_ frame: Frame) throws(FormatError) -> Preludes {
        var reader = ByteReader(frame.payload, structure: "preludes", origin: frame.payloadOffset)
        var preludes = Preludes()
        while reader.remaining > 0 {
            let commit = CommitNumber(try reader.read("commit number"))
            guard commit > preludes.entries.last?.commit ?? CommitNumber(0) else {
                throw reader.error(
                    .badValue, "commit number", expected: "above the one before",
                    found: "\(commit)")
            }
            let length: UInt32 = try reader.read("length")
            let zero: UInt32 = try reader.read("zero")
            let isWhole = length > 0 && Int(length) % Format.alignment == 0
            guard isWhole, length <= Format.preludeSizeMax, zero == 0 else {
                throw reader.error(
                    .badValue, "length",
                    expected: "a multiple of 4 up to \(Format.preludeSizeMax), then 0",
                    found: "\(length), then \(zero)")
            }
            let view = try reader.take(Int(length), "prelude")
            guard Prelude.isSound(view) else {
                throw reader.error(
                    .badValue, "prelude", expected: "author, zero, note, zeros", found: "others")
            }
            preludes.add(view.bytes, of: commit)
        }
        return preludes
    }
}
