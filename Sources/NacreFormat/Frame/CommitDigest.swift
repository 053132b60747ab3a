/// 64 bits that stand for a commit and everything before it, independent of where its records
/// stand (Formats.md, "Commit digest"). The last eight bytes of a commit's last part.
@usableFromInline
package struct CommitDigest: Sendable, Hashable {
    package let rawValue: UInt64

    /// In bytes.
    @inlinable package static var size: Int { 8 }

    /// Before the first commit.
    package static let none = CommitDigest(0)

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// - Parameters:
    ///   - records: CRC over the CRCs of the commit's records, in order.
    ///   - former: the digest of the commit before.
    package init(records: UInt32, after former: CommitDigest) {
        var crc = CRC32C()
        crc.add(former.rawValue)
        crc.add(records)
        rawValue = UInt64(records) << 32 | UInt64(crc.value)
    }
}
