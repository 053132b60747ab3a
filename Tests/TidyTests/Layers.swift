/// The folders of a module from bottom to top, as the table of its README lists them, and the uses
/// among their files.
struct Layers {
    /// The module's path, from the root of the repository.
    let module: String
    /// The folders, the lowest first.
    let folders: [String]
    private let files: [SourceFile]

    /// - Parameter files: The files of the whole repository.
    init(_ module: String, in files: [SourceFile]) throws {
        self.module = module
        self.files = files.filter { $0.isSwift && $0.isIn(module) }
        let readme = files.first { $0.path == "\(module)/README.md" }
        let table = readme.flatMap { MarkdownTable.all(in: $0.lines).first }
        folders = (table?.rows ?? []).map { $0.cells[0] }.filter { $0.hasPrefix("`") }
            .map { $0.filter { $0 != "`" } }
    }

    /// The folders without a place in the order, and the places without a folder. A file in no
    /// folder may only export another module.
    var unmatched: Set<String> {
        Set(files.map(folder).filter { !$0.isEmpty }).symmetricDifference(folders)
    }

    /// The uses of types that are declared in a higher folder.
    var violations: [Violation] {
        let heights = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
        let declarations = declarations
        var violations: [Violation] = []
        for file in files {
            let folder = folder(file)
            guard let height = heights[folder] else { continue }
            for (index, line) in file.code.enumerated() {
                for type in Self.types(in: line) {
                    guard let other = declarations[type], let above = heights[other],
                        above > height
                    else { continue }
                    violations.append(
                        file.violation(
                            line: index + 1,
                            "\(type) is declared in \(other)/, which is above \(folder)/"))
                }
            }
        }
        return violations
    }

    /// Returns the folder of a file below the module's, or an empty string for a file that is in
    /// none.
    private func folder(_ file: SourceFile) -> String {
        let parts = file.path.dropFirst(module.count + 1).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : ""
    }

    /// The folders of the types that are declared at the top level of a file. Excludes names that a
    /// nested type has, too: such a name may mean either.
    private var declarations: [String: String] {
        var declarations: [String: String] = [:]
        var nested: Set<String> = []
        for file in files {
            var depth = 0
            for line in file.code {
                var isDeclaration = false
                Self.forEachToken(in: line) { token in
                    switch token {
                    case "{": depth += 1
                    case "}": depth -= 1
                    case _ where isDeclaration && Self.isType(token):
                        if depth == 0 {
                            declarations[token] = folder(file)
                        } else {
                            nested.insert(token)
                        }
                    default: break
                    }
                    isDeclaration = Self.keywords.contains(token)
                }
            }
        }
        return declarations.filter { !nested.contains($0.key) }
    }

    private static let keywords: Set<String> = [
        "struct", "class", "enum", "protocol", "actor", "typealias",
    ]

    /// Returns the names that begin with a capital letter and are not members of another name.
    private static func types(in line: String) -> Set<String> {
        var types: Set<String> = []
        var isMember = false
        forEachToken(in: line) { token in
            if !isMember, isType(token) { types.insert(token) }
            isMember = token == "."
        }
        return types
    }

    private static func isType(_ token: String) -> Bool {
        token.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    }

    /// Calls `body` with the words of a line, and with each other character except spaces.
    private static func forEachToken(in line: String, _ body: (String) -> Void) {
        var word: [UInt8] = []
        func endWord() {
            if !word.isEmpty { body(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
        for byte in line.utf8 {
            if Words.isPartOfWord(byte) {
                word.append(byte)
            } else {
                endWord()
                if byte != UInt8(ascii: " ") { body(String(decoding: [byte], as: UTF8.self)) }
            }
        }
        endWord()
    }
}
