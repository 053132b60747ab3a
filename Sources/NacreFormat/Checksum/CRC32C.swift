internal import CNacreShims

/// The checksum of every structure of the format (Formats.md, "Checksums"): CRC32C, computed with
/// the processor's instructions if it has them.
package struct CRC32C: Sendable, Equatable {
    /// The checksum of all bytes added so far.
    package private(set) var value: UInt32

    /// Starts a checksum.
    /// - Parameter value: The checksum of the preceding bytes; 0 if there are none.
    package init(continuing value: UInt32 = 0) {
        self.value = value
    }

    package mutating func add(_ view: ByteView) {
        unsafe value = nacre_crc32c(value, view.base, view.count)
    }

    /// Adds the integer's little-endian bytes.
    package mutating func add(_ word: UInt32) {
        // Called once for each record that is written. An overload, so that no generic code runs.
        unsafe withUnsafeBytes(of: word.littleEndian) { unsafe add(ByteView($0)) }
    }

    /// Adds the integer's little-endian bytes.
    package mutating func add<Integer: FixedWidthInteger>(_ integer: Integer) {
        unsafe withUnsafeBytes(of: integer.littleEndian) { unsafe add(ByteView($0)) }
    }
}
