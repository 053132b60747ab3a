/// One text file of the repository, cut into lines.
struct SourceFile: Sendable {
    /// Where it is, from the root of the repository, with slashes.
    let path: String
    let text: String
    let lines: [String]

    /// The lines of a Swift or C file without what is in comments and string literals.
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

    /// Whether it is below one of these folders.
    func isIn(_ folders: String...) -> Bool {
        folders.contains { path.hasPrefix($0 + "/") }
    }

    /// - Parameter line: counted from 1.
    func violation(line: Int, _ whatToDo: String) -> Violation {
        Violation(path: path, line: line, whatToDo: whatToDo)
    }

    /// Cut at newlines only, so that a carriage return stays visible as what ends its line. The
    /// last newline ends a line and does not begin another.
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
