public import Foundation

extension Transformer where Value: Codable, Stored == Data {
    /// A `Codable` value as the bytes of an XML property list, which keeps dates, data and numbers
    /// as they are: `.propertyList`, or `.propertyList, .lz4`. Its top level is an array, a
    /// dictionary or a struct.
    /// - Note: Other versions of Foundation may write different bytes, so equal values may be
    ///   stored differently. Filters compare such an attribute with nil only, see ``OpaqueField``.
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
                    throw AttributeError.mismatch(expected: "a property list")
                }
                return try PropertyListDecoder().decode(Value.self, from: data)
            })
    }
}

/// A check that Foundation can read a property list safely. Its parser is recursive, so a list that
/// is nested too deep would overflow the stack.
private enum PropertyListText {
    private static let depthMax = 256

    /// Returns whether a property list is safe to read.
    /// - Returns: False if the data is not XML, is nested too deep, or has constructs that no
    ///   encoder writes and that could hide the depth.
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

    /// Returns whether a tag has no content, as `<true/>`.
    private static func isEmpty(_ tag: ArraySlice<UInt8>) -> Bool {
        // The tags of property lists are short words.
        let end = tag.prefix(16).firstIndex(of: UInt8(ascii: ">")) ?? tag.startIndex
        return tag[..<end].last == UInt8(ascii: "/")
    }
}
