internal import NacreFormat

/// Looks for a text in a value under everything that can hide it from a search of the bytes: LZ4
/// blocks, escapes in JSON text and in property lists, and Base64, in any order and depth.
///
/// It does not depend on the stages of the attribute: also a value whose owner is gone is searched.
/// Bytes that are taken for an LZ4 block by mistake lead to no finding.
struct HiddenText {
    private let text: SearchedText
    /// The number of bytes that may still be made of the value, so that nested blocks of a hostile
    /// file end.
    private var budget = Format.valueSizeMax

    /// Maximum number of layers.
    private static let depthMax = 8

    private init(_ text: SearchedText) {
        self.text = text
    }

    /// Returns whether the text occurs in the bytes after at least one of the layers is removed.
    static func occurs(_ text: SearchedText, in view: ByteView) -> Bool {
        var search = HiddenText(text)
        return search.isFound(under: view, depth: 0)
    }

    private mutating func isFound(in bytes: [UInt8], depth: Int) -> Bool {
        budget -= bytes.count
        guard budget >= 0, depth < Self.depthMax else { return false }
        return bytes.withView { view in
            text.occurs(in: view) || isFound(under: view, depth: depth + 1)
        }
    }

    private mutating func isFound(under view: ByteView, depth: Int) -> Bool {
        guard view.count > 4 else { return false }
        // The form of `lz4@2`: a byte that says whether a block follows.
        let blocks = view[0] == 1 ? [view, view[1..<view.count]] : [view]
        for block in blocks {
            if let bytes = try? LZ4Block.decompress(block, limit: budget),
                isFound(in: bytes, depth: depth)
            {
                return true
            }
        }
        let content = view[0] == 0 ? view[1..<view.count] : view
        switch content[0] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            guard let json = try? JSONParser.parse(content.bytes) else { return false }
            return isFound(in: json, depth: depth)
        case UInt8(ascii: "<"):
            return isFound(inPropertyList: content.bytes, depth: depth)
        default:
            return isFound(inBase64: content, depth: depth)
        }
    }

    private mutating func isFound(in json: JSONValue, depth: Int) -> Bool {
        switch json {
        case .null, .bool: return false
        case .integer, .double, .number:
            // The text of a number hides nothing.
            return false
        case .string(let string): return isFound(in: Array(string.utf8), depth: depth)
        case .array(let elements):
            for element in elements where isFound(in: element, depth: depth) { return true }
            return false
        case .object(let members):
            for member in members {
                if isFound(in: Array(member.name.utf8), depth: depth)
                    || isFound(in: member.value, depth: depth)
                {
                    return true
                }
            }
            return false
        }
    }

    private mutating func isFound(inBase64 view: ByteView, depth: Int) -> Bool {
        guard view.count % 4 == 0, view.isASCII, let bytes = Base64.bytes(view.asciiString) else {
            return false
        }
        return isFound(in: bytes, depth: depth)
    }

    /// Searches the texts between the tags of an XML property list.
    private mutating func isFound(inPropertyList bytes: [UInt8], depth: Int) -> Bool {
        var tag: ArraySlice<UInt8> = []
        for piece in bytes.split(separator: UInt8(ascii: "<")) {
            guard let end = piece.firstIndex(of: UInt8(ascii: ">")) else { continue }
            tag = piece[..<end]
            var content = XMLText.unescaped(piece[(end + 1)...])
            if tag.elementsEqual("data".utf8) { content.removeAll { $0 <= UInt8(ascii: " ") } }
            if isFound(in: content, depth: depth) { return true }
        }
        return false
    }
}

/// The text of an XML document.
private enum XMLText {
    private static let names: [String: UInt8] = [
        "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"),
        "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
    ]

    /// Returns a text with its escapes replaced. Those that are unknown stay.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            // The longest escape has eight digits.
            if byte == UInt8(ascii: "&"),
                let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let text = character(String(decoding: rest[..<end], as: UTF8.self))
            {
                result += text
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func character(_ name: String) -> [UInt8]? {
        if let byte = names[name] { return [byte] }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let code =
            digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) }
    }
}
