public import Foundation

extension Transformer where Value: Codable, Stored == Data {
    /// A `Codable` value as the bytes of an XML property list, which keeps dates, data and numbers
    /// as they are: `.propertyList`, or `.propertyList, .lz4`. On the top stands an array, a
    /// dictionary or a struct.
    /// - Note: other versions of Foundation may write other bytes, so equal values need not be
    ///   stored equally: filters compare such an attribute with nil only, see ``OpaqueField``.
    public static var propertyList: Self {
        Transformer(
            "propertyList",
            transform: { value in
                let encoder = PropertyListEncoder()
                encoder.outputFormat = .xml
                return try encoder.encode(value)
            },
            reverse: { data in
                guard PropertyListText.isPlain(data) else {
                    throw RowError.mismatch(expected: "a property list")
                }
                return try PropertyListDecoder().decode(Value.self, from: data)
            })
    }
}

/// Whether Foundation can be trusted with a property list: it goes down into one as deep as that
/// is, and must not run out of stack.
private enum PropertyListText {
    private static let depthMax = 256

    /// - Returns: false for what is no XML, is too deep, or has what no encoder writes and could
    ///   hide how deep it is.
    static func isPlain(_ data: Data) -> Bool {
        guard data.starts(with: Array("<?xml".utf8)) else { return false }
        let bytes = [UInt8](data)
        var depth = 0
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "<") {
            let tag = bytes[place...].dropFirst()
            if tag.starts(with: Array("!--".utf8)) || tag.starts(with: Array("![".utf8)) {
                return false
            }
            switch tag.first {
            case UInt8(ascii: "/"): depth -= 1
            case UInt8(ascii: "?"), UInt8(ascii: "!"): break
            default: if !isEmpty(tag) { depth += 1 }
            }
            guard (0...depthMax).contains(depth) else { return false }
        }
        return depth == 0
    }

    /// Whether a tag has nothing inside: `<true/>`.
    private static func isEmpty(_ tag: ArraySlice<UInt8>) -> Bool {
        // Tags of property lists are short words.
        let end = tag.prefix(16).firstIndex(of: UInt8(ascii: ">")) ?? tag.startIndex
        return tag[..<end].last == UInt8(ascii: "/")
    }
}
