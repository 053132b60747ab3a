import Foundation

/// The files of the folder Resources.
enum TestData {
    /// The folder of the package.
    static var root: URL {
        var url = URL(filePath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url
    }

    /// Returns the lines of a file that are no comments.
    static func lines(of name: String) throws -> [String] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Resources/" + name)
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// Returns the characters of a list of hexadecimal numbers. Surrogates, which UTF-8 does not
    /// have, are read as U+FFFD.
    static func scalars(_ list: some StringProtocol) -> [Unicode.Scalar] {
        list.split(separator: " ").map {
            UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
        }
    }

    /// Returns the text of a list of hexadecimal numbers.
    static func text(_ list: some StringProtocol) -> String {
        String(String.UnicodeScalarView(scalars(list)))
    }

    /// Replaces the escapes of a text, which are written as in Swift.
    static func unescaped(_ text: some StringProtocol) -> String {
        var result = ""
        for (index, piece) in text.components(separatedBy: "\\u{").enumerated() {
            guard index > 0, let end = piece.firstIndex(of: "}") else {
                result += piece
                continue
            }
            result += self.text(piece[..<end]) + piece[piece.index(after: end)...]
        }
        return result
    }
}
