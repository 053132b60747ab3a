import NacreSearch

/// A text with brackets around words, as tests write it.
enum MarkedText {
    /// Returns the text with brackets around some ranges.
    static func text(_ text: String, _ ranges: [Range<String.Index>]) -> String {
        Snippet(text: text, ranges: ranges).highlighted(open: "[", close: "]")
    }

    /// Returns the text without brackets.
    static func plain(_ text: some StringProtocol) -> String {
        String(text).replacing("[", with: "").replacing("]", with: "")
    }

    /// Returns the text with brackets around ranges of its bytes.
    static func text(_ text: String, _ ranges: [Range<Int>]) -> String {
        var bytes = Array(text.utf8)
        for range in ranges.reversed() {
            bytes.insert(UInt8(ascii: "]"), at: range.upperBound)
            bytes.insert(UInt8(ascii: "["), at: range.lowerBound)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
