package import NacreFormat

/// What a segment holds, counted while it is written or read: the content of its seal.
package struct SegmentSummary: Sendable, Hashable {
    /// Zero while there is none.
    package private(set) var firstCommit = CommitNumber(0)
    package private(set) var lastCommit = CommitNumber(0)
    package private(set) var records: UInt64 = 0
    package private(set) var tombstones: UInt64 = 0
    /// Over the headers of its frames, in order.
    package private(set) var digest: UInt32 = 0

    package init() {}

    /// What was counted before.
    init(_ seal: Seal) {
        firstCommit = seal.firstCommit
        lastCommit = seal.lastCommit
        records = seal.records
        tombstones = seal.tombstones
        digest = seal.digest
    }

    /// - Parameter bytes: the header's 64 bytes.
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
