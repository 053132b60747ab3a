package import NacreFormat

/// The content of a segment's seal, counted while the segment is written or read.
package struct SegmentSummary: Sendable, Hashable {
    /// The lowest commit number in the segment; 0 if there is none.
    package private(set) var firstCommit = CommitNumber(0)
    package private(set) var lastCommit = CommitNumber(0)
    package private(set) var records: UInt64 = 0
    package private(set) var tombstones: UInt64 = 0
    /// The checksum over the headers of the segment's frames, in order.
    package private(set) var digest: UInt32 = 0

    package init() {}

    /// Continues from the counts in a seal.
    init(_ seal: Seal) {
        firstCommit = seal.firstCommit
        lastCommit = seal.lastCommit
        records = seal.records
        tombstones = seal.tombstones
        digest = seal.digest
    }

    /// - Parameter bytes: The header's 64 bytes.
    mutating func add(frame bytes: ByteView) {
        var crc = CRC32C(continuing: digest)
        crc.add(bytes)
        digest = crc.value
    }

    mutating func add(commit: CommitNumber, records: Int, tombstones: Int) {
        if firstCommit == CommitNumber(0) || commit < firstCommit { firstCommit = commit }
        lastCommit = max(lastCommit, commit)
        self.records += UInt64(records)
        self.tombstones += UInt64(tombstones)
    }

    var seal: Seal {
        Seal(
            firstCommit: firstCommit, lastCommit: lastCommit, records: records,
            tombstones: tombstones, digest: digest)
    }
}
