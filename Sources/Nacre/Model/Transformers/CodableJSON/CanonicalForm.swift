internal import Foundation
internal import NacreFormat

/// The form in which equal values have equal JSON texts. Only the letters in strings may be spelled
/// differently, which filters ignore.
enum CanonicalForm {
    /// Returns a member's name in NFC, because names are sorted by their bytes and all spellings of
    /// a name must have the same place.
    static func name(_ name: String) -> String {
        isPlain(name) ? name : name.precomposedStringWithCanonicalMapping
    }

    /// Returns whether a text has only ASCII characters.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    /// Returns the name of a member whose key is JSON text, with its strings in NFC.
    ///
    /// Normalizes each string by itself. In the JSON text, NFC would merge the letter of an escape
    /// sequence with a combining mark that follows it, such as `\n` followed by U+0303.
    static func name(ofJSON text: String) throws -> String {
        if isPlain(text) { return text }
        let json = try JSONParser.parse(text).withNormalStrings
        return String(decoding: JSONWriter.bytes(of: json, sortedNames: true), as: UTF8.self)
    }

    /// Sorts elements that have no order of their own. The result depends on their texts, but not
    /// on how letters are spelled in these.
    static func sorted<Element>(
        _ elements: [Element], by text: (Element) throws -> String
    ) rethrows -> [Element] {
        let texts = try elements.map { (element: $0, text: try text($0)) }
        if texts.allSatisfy({ isPlain($0.text) }) {
            // Swift's order of such texts is that of their bytes, and takes a tenth of the time.
            return texts.sorted { $0.text < $1.text }.map(\.element)
        }
        let keyed = texts.map { (element: $0.element, key: name($0.text), text: $0.text) }
        return keyed.sorted { left, right in
            left.key.utf8.elementsEqual(right.key.utf8)
                ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
                : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
        }.map(\.element)
    }
}

extension JSONValue {
    /// The value with each string and each name spelled in NFC.
    fileprivate var withNormalStrings: JSONValue {
        switch self {
        case .null, .bool, .integer, .double, .number: self
        case .string(let text): .string(CanonicalForm.name(text))
        case .array(let elements): .array(elements.map(\.withNormalStrings))
        case .object(let members):
            .object(
                members.map {
                    JSONMember(
                        name: CanonicalForm.name($0.name), value: $0.value.withNormalStrings)
                })
        }
    }
}

extension NacreFormat.Value {
    /// The value with 0.0 instead of -0.0, because both zeros are equal.
    var withOneZero: NacreFormat.Value {
        switch self {
        case .float(0): .float(0)
        case .double(0): .double(0)
        case .date(0): .date(0)
        default: self
        }
    }
}
