/// A piece of a text that a search found, with the places of the words that were searched for.
public struct Snippet: Sendable, Hashable {
    /// The piece, in one line: each stretch of white space is a space. There is an ellipsis where
    /// the text goes on.
    public let text: String
    /// The words that were found, in order, without overlaps. No range cuts a character.
    public let ranges: [Range<String.Index>]

    package init(text: String, ranges: [Range<String.Index>]) {
        self.text = text
        self.ranges = ranges
    }

    /// Returns the text with marks around the found words.
    public func highlighted(open: String, close: String) -> String {
        marked(open: open, close: close) { String($0) }
    }

    /// The text as HTML: the found words are in `mark` elements, and characters with a meaning in
    /// HTML are escaped. It is safe in the content of an element and in a quoted attribute.
    public var html: String {
        marked(open: "<mark>", close: "</mark>", Self.escaped)
    }

    private func marked(
        open: String, close: String, _ spelling: (Substring) -> String
    ) -> String {
        var result = ""
        var end = text.startIndex
        for range in ranges {
            result += spelling(text[end..<range.lowerBound])
            result += open + spelling(text[range]) + close
            end = range.upperBound
        }
        return result + spelling(text[end...])
    }

    private static func escaped(_ text: Substring) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "'": escaped += "&#39;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
