import NacreFormat
import NacreTestSupport

/// LZ4 blocks as arrays.
enum LZ4 {
    static func compressed(
        _ bytes: [UInt8], limit: Int = Format.valueSizeMax
    ) throws(FormatError) -> [UInt8] {
        try bytes.withView { (view) throws(FormatError) in
            try LZ4Block.compress(view, limit: limit)
        }
    }

    static func decompressed(
        _ stored: [UInt8], limit: Int = Format.valueSizeMax
    ) throws(FormatError) -> [UInt8] {
        try stored.withView { (view) throws(FormatError) in
            try LZ4Block.decompress(view, limit: limit)
        }
    }

    /// Returns a block after a stated length, right or wrong.
    static func stored(_ size: UInt32, _ block: [UInt8]) -> [UInt8] {
        let buffer = ByteBuffer()
        buffer.append(size)
        buffer.append(block)
        return buffer.read { $0.bytes }
    }

    /// Bytes that repeat themselves: pieces, each repeated several times.
    static let values = Generator<[UInt8]>.oneOf(
        .bytes(),
        Generator<[([UInt8], Int)]>.array(
            of: .tuple(.bytes(count: 1...40), .integer(in: 1...60)), count: 0...6
        )
        .map { pieces in pieces.flatMap { Array(repeating: $0.0, count: $0.1).flatMap(\.self) } })
}
