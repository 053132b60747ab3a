/// Compressed bytes with the length that they had before (Formats.md, "LZ4 blocks").
package enum LZ4Block {
    /// The bytes compressed. Which bytes these are is up to the library: only what they decompress
    /// to is certain.
    /// - Parameter limit: throws for more bytes than this, which nobody could decompress.
    package static func compress(
        _ bytes: ByteView, limit: Int = Format.valueSizeMax
    ) throws(FormatError) -> [UInt8] {
        precondition(limit <= Format.valueSizeMax, "the libraries count in 32 bits")
        guard bytes.count <= limit else { throw tooLong(bytes.count, limit: limit) }

        let length = ByteBuffer()
        length.append(UInt32(bytes.count))
        let prefix = length.read { $0.bytes }
        // Not every library makes a block of no bytes, which is one sequence without literals.
        return bytes.count == 0 ? prefix + [0] : LZ4Library.compress(bytes, behind: prefix)
    }

    /// The bytes that were compressed. Memory is asked for when the block has been seen to hold as
    /// much as it says.
    /// - Parameter limit: throws where there would be more bytes than this.
    package static func decompress(
        _ stored: ByteView, limit: Int = Format.valueSizeMax
    ) throws(FormatError) -> [UInt8] {
        precondition(limit <= Format.valueSizeMax, "the libraries count in 32 bits")
        var reader = ByteReader(stored, structure: structure)
        let size = Int(try reader.read("original length", as: UInt32.self))
        guard size <= limit else { throw tooLong(size, limit: limit) }
        try LZ4Form.check(reader, size: size)
        if size == 0 { return [] }

        let block = stored[LZ4Fields.size..<stored.count]
        guard let bytes = LZ4Library.decompress(block, size: size) else {
            throw FormatError(
                .badValue, structure: structure, field: "block", offset: LZ4Fields.size,
                expected: "\(size) bytes", found: "others")
        }
        return bytes
    }

    private static let structure = "LZ4 block"

    private static func tooLong(_ size: Int, limit: Int) -> FormatError {
        FormatError(
            .badValue, structure: structure, field: "original length",
            offset: LZ4Fields.originalLength.offset, expected: "at most \(limit)", found: "\(size)")
    }
}
