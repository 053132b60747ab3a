/// A 64-bit digest of a commit and everything before it, independent of the places of its records
/// (Formats.md, "Commit"). It is stored in the last eight bytes of a commit's last part.
@usableFromInline
package struct CommitDigest: Sendable, Hashable {
    package let rawValue: UInt64

    /// The size, in bytes.
    @inlinable package static var size: Int { 8 }

    /// The digest before the first commit.
    package static let none = CommitDigest(0)

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Computes the digest of a commit.
    /// - Parameters:
    ///   - records: The CRC over the CRCs of the commit's records, in order.
    ///   - former: The digest of the previous commit.
    package init(records: UInt32, after former: CommitDigest) {
        var crc = CRC32C()
        crc.add(former.rawValue)
        crc.add(records)
        rawValue = UInt64(records) << 32 | UInt64(crc.value)
    }
}
