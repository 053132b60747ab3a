#if canImport(Compression)
    internal import Compression
#else
    internal import CLZ4
#endif

/// The two calls of the system's library: Compression on Apple platforms, liblz4 elsewhere. Both
/// read and write the same blocks. They know nothing of the length that stands before a block.
enum LZ4Library {
    /// A block of the bytes, of which there must be some, behind a prefix.
    static func compress(_ bytes: ByteView, behind prefix: [UInt8]) -> [UInt8] {
        precondition(bytes.count > 0)
        // What does not compress takes one byte more in 255. liblz4 wants 16 bytes beside that, and
        // Apple's library keeps 128 bytes away from the end.
        let room = bytes.count + bytes.count / 255 + 256
        return unsafe [UInt8](unsafeUninitializedCapacity: prefix.count + room) { buffer, count in
            // SAFETY: the prefix fits, and the library gets the room that is left behind it.
            count = unsafe buffer.update(fromContentsOf: prefix)
            guard let start = buffer.baseAddress else { return }
            let written = unsafe encode(bytes, start + count, room)
            precondition(written > 0, "there was no room for the block")
            count += written
        }
    }

    /// The value of a block that has the form of one of `size` bytes, of which there must be some;
    /// nil if the library finds that it is another.
    static func decompress(_ block: ByteView, size: Int) -> [UInt8]? {
        precondition(size > 0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            // SAFETY: the library writes at most `size` bytes, for which there is room.
            guard let start = buffer.baseAddress else { return }
            count = unsafe max(0, decode(block, start, size))
        }
        return bytes.count == size ? bytes : nil
    }

    // Both return how many bytes they wrote, and after a failure 0 or less.
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
