/// Compressed bytes, preceded by their original length (Formats.md, "LZ4 blocks").
package enum LZ4Block {
    /// Returns the compressed bytes. The exact bytes depend on the library; only the result of
    /// decompressing them is fixed.
    /// - Parameter limit: Maximum number of bytes. More bytes throw, because they could not be
    ///   decompressed.
    package static func compress(
        _ bytes: ByteView, limit: Int = Format.valueSizeMax
    ) throws(FormatError) -> [UInt8] {
        precondition(limit <= Format.valueSizeMax, "LZ4 libraries use 32-bit sizes")
        guard bytes.count <= limit else { throw tooLong(bytes.count, limit: limit) }

        let length = ByteBuffer()
        length.append(UInt32(bytes.count))
        let prefix = length.read { $0.bytes }
        // Not every library can make a block of no bytes. It is one sequence without literals.
        return bytes.count == 0 ? prefix + [0] : LZ4Library.compress(bytes, behind: prefix)
    }

    /// Returns the original bytes. Memory is allocated only after the block was found to contain as
    /// many bytes as its length says.
    /// - Parameter limit: Maximum number of bytes in the result. More bytes throw.
    package static func decompress(
        _ stored: ByteView, limit: Int = Format.valueSizeMax
    ) throws(FormatError) -> [UInt8] {
        precondition(limit <= Format.valueSizeMax, "LZ4 libraries use 32-bit sizes")
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
