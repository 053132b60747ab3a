/// A text file of the repository, split into lines.
struct SourceFile: Sendable {
    /// The path from the root of the repository, with slashes.
    let path: String
    let text: String
    let lines: [String]

    /// The lines of a Swift or C file without the contents of comments and string literals.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = SourceFile.lines(of: text)
        let isCode = ["swift", "c", "h"].contains(SourceFile.fileExtension(of: path))
        code = isCode ? SourceFile.lines(of: CodeText.withoutCommentsAndStrings(text)) : []
    }

    var fileExtension: String { SourceFile.fileExtension(of: path) }

    var isSwift: Bool { fileExtension == "swift" }

    /// Returns whether the file is below one of these folders.
    func isIn(_ folders: String...) -> Bool {
        folders.contains { path.hasPrefix($0 + "/") }
    }

    /// - Parameter line: The line number, counted from 1.
    func violation(line: Int, _ whatToDo: String) -> Violation {
        Violation(path: path, line: line, whatToDo: whatToDo)
    }

    /// Splits the text only at newlines, so that a carriage return stays visible at the end of its
    /// line. The last newline ends a line and does not begin another.
    private static func lines(of text: String) -> [String] {
        var parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func fileExtension(of path: String) -> String {
        guard let dot = path.lastIndex(of: ".") else { return "" }
        return String(path[path.index(after: dot)...])
    }
}
