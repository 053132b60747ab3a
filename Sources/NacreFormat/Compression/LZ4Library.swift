#if canImport(Compression)
    internal import Compression
#else
    internal import CLZ4
#endif

/// The two functions of the system's library: Compression on Apple platforms, liblz4 elsewhere.
/// Both read and write the same blocks, without the length that precedes a block.
enum LZ4Library {
    /// Returns the prefix, followed by a block of the bytes, which must not be empty.
    static func compress(_ bytes: ByteView, behind prefix: [UInt8]) -> [UInt8] {
        precondition(bytes.count > 0)
        // Incompressible bytes take one more byte per 255. In addition, liblz4 needs 16 bytes, and
        // Apple's library stays 128 bytes away from the end.
        let room = bytes.count + bytes.count / 255 + 256
        return unsafe [UInt8](unsafeUninitializedCapacity: prefix.count + room) { buffer, count in
            // SAFETY: the prefix fits, and the library gets the room that is left after it.
            count = unsafe buffer.update(fromContentsOf: prefix)
            guard let start = buffer.baseAddress else { return }
            let written = unsafe encode(bytes, start + count, room)
            precondition(written > 0, "the buffer was too small for the block")
            count += written
        }
    }

    /// Returns the value of a block whose form is that of a value of `size` > 0 bytes; nil if the
    /// library finds another size.
    static func decompress(_ block: ByteView, size: Int) -> [UInt8]? {
        precondition(size > 0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            // SAFETY: the library writes at most `size` bytes, for which there is room.
            guard let start = buffer.baseAddress else { return }
            count = unsafe max(0, decode(block, start, size))
        }
        return bytes.count == size ? bytes : nil
    }

    // Both return the number of bytes written, or 0 or less after a failure.
    #if canImport(Compression)
        private static func encode(
            _ source: ByteView, _ target: UnsafeMutableRawPointer, _ room: Int
        ) -> Int {
            unsafe compression_encode_buffer(
                target.assumingMemoryBound(to: UInt8.self), room,
                source.base.assumingMemoryBound(to: UInt8.self), source.count, nil,
                COMPRESSION_LZ4_RAW)
        }

        private static func decode(
            _ source: ByteView, _ target: UnsafeMutableRawPointer, _ room: Int
        ) -> Int {
            unsafe compression_decode_buffer(
                target.assumingMemoryBound(to: UInt8.self), room,
                source.base.assumingMemoryBound(to: UInt8.self), source.count, nil,
                COMPRESSION_LZ4_RAW)
        }
    #else
        // The counts fit into 32 bits, because a value has at most 1 GiB.
        private static func encode(
            _ source: ByteView, _ target: UnsafeMutableRawPointer, _ room: Int
        ) -> Int {
            unsafe Int(
                LZ4_compress_default(
                    source.base.assumingMemoryBound(to: CChar.self),
                    target.assumingMemoryBound(to: CChar.self), Int32(source.count), Int32(room)))
        }

        private static func decode(
            _ source: ByteView, _ target: UnsafeMutableRawPointer, _ room: Int
        ) -> Int {
            unsafe Int(
                LZ4_decompress_safe(
                    source.base.assumingMemoryBound(to: CChar.self),
                    target.assumingMemoryBound(to: CChar.self), Int32(source.count), Int32(room)))
        }
    #endif
}
