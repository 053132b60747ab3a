public import Foundation
internal import NacreFormat

extension Transformer where Value == Data, Stored == Data {
    /// Bytes compressed by LZ4. It pays for values of some hundred bytes and more. All values are
    /// compressed: a short one grows by a few bytes.
    /// - Note: Other versions of the library may produce different compressed bytes, so equal
    ///   values may be stored differently. Filters compare such an attribute with nil only, see
    ///   ``OpaqueField``.
    public static var lz4: Self {
        Transformer(
            "lz4",
            transform: { data in
                Data(
                    try [UInt8](data).withView { (view) throws(FormatError) in
                        try LZ4Block.compress(view)
                    })
            },
            reverse: { data in
                Data(
                    try [UInt8](data).withView { (view) throws(FormatError) in
                        try LZ4Block.decompress(view, limit: Format.valueSizeMax)
                    })
            })
    }

    /// Returns a stage that compresses bytes by LZ4 if that pays: from a number of bytes on, and
    /// only if they become fewer. All others are stored as they are, with one more byte.
    ///
    /// ```swift
    /// @Attribute(.transformed(by: .json, .lz4(from: 256, limit: 1 << 20))) var notes: [String]
    /// ```
    /// - Parameters:
    ///   - threshold: The least number of bytes that are compressed.
    ///   - limit: The greatest number of bytes that can be stored. A larger value is never read
    ///     either, even from a manipulated file.
    /// - Note: As with ``lz4``, filters compare such an attribute with nil only.
    public static func lz4(from threshold: Int, limit: Int = 1 << 30) -> Self {
        let limit = max(0, min(limit, Format.valueSizeMax))
        return Transformer(
            "lz4@2",
            transform: { try LZ4Choice.store($0, from: threshold, limit: limit) },
            reverse: { try LZ4Choice.read($0, limit: limit) })
    }
}

/// A byte that says whether a value was compressed, and the value (Formats.md, "LZ4 blocks").
private enum LZ4Choice {
    private static let plain: UInt8 = 0
    private static let compressed: UInt8 = 1

    static func store(_ data: Data, from threshold: Int, limit: Int) throws -> Data {
        guard data.count <= limit else {
            throw AttributeError.notStorable(
                reason: "it has \(data.count) bytes, and its stage takes \(limit) at most")
        }
        if data.count >= threshold {
            let block = try [UInt8](data).withView { (view) throws(FormatError) in
                try LZ4Block.compress(view)
            }
            if block.count < data.count { return Data([compressed] + block) }
        }
        return Data([plain]) + data
    }

    static func read(_ data: Data, limit: Int) throws -> Data {
        let rest = [UInt8](data.dropFirst())
        switch data.first {
        case plain where rest.count <= limit: return Data(rest)
        case compressed:
            return Data(
                try rest.withView { (view) throws(FormatError) in
                    try LZ4Block.decompress(view, limit: limit)
                })
        default:
            throw AttributeError.mismatch(
                expected: "at most \(limit) bytes, or an LZ4 block of them")
        }
    }
}
