/// The stable name of a tokenizer: what it does, the version of that, and the version of Unicode it
/// does it by, for example "words/1/unicode15.0". Terms of tokenizers whose names differ must not
/// be compared.
package struct TokenizerName: Sendable, Hashable, CustomStringConvertible {
    /// The name without versions, for example "words" or "stems.english".
    package let kind: String
    package let version: Int
    /// The version of Unicode, for example "15.0".
    package let unicode: String

    init(kind: String, version: Int, unicode: String) {
        self.kind = kind
        self.version = version
        self.unicode = unicode
    }

    /// Parses a name, also one of another version.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[2].hasPrefix(Self.unicodePrefix),
            let version = Int(parts[1]), version > 0, String(version) == parts[1]
        else { return nil }
        kind = String(parts[0])
        self.version = version
        unicode = String(parts[2].dropFirst(Self.unicodePrefix.count))
        if unicode.isEmpty { return nil }
    }

    /// Whether the rules are those of a program.
    package var isCustom: Bool { kind.hasPrefix(Self.customPrefix) }

    /// The beginning of the kind of tokenizers that programs bring along.
    static let customPrefix = "custom."

    /// Returns whether this is a later version of the same tokenizer.
    package func isNewer(than other: TokenizerName) -> Bool {
        guard kind == other.kind else { return false }
        if version != other.version { return version > other.version }
        return Self.numbers(other.unicode).lexicographicallyPrecedes(Self.numbers(unicode))
    }

    private static func numbers(_ version: String) -> [Int] {
        version.split(separator: ".").map { Int($0) ?? 0 }
    }

    package var description: String { "\(kind)/\(version)/\(Self.unicodePrefix)\(unicode)" }

    private static let unicodePrefix = "unicode"
}
