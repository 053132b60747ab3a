import Foundation

/// The files of the folder Resources.
enum TestData {
    /// Returns the lines of a file that are no comments.
    static func lines(of name: String) throws -> [String] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Resources/" + name)
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
}
