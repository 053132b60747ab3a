/// The folders of a module from bottom to top, as the table of its README lists them, and what its
/// files use of each other.
struct Layers {
    /// From the root of the repository.
    let module: String
    /// The lowest first.
    let folders: [String]
    private let files: [SourceFile]

    /// - Parameter files: of the whole repository.
    init(_ module: String, in files: [SourceFile]) throws {
        self.module = module
        self.files = files.filter { $0.isSwift && $0.isIn(module) }
        let readme = files.first { $0.path == "\(module)/README.md" }
        folders = (readme?.lines ?? []).compactMap { line in
            line.firstMatch(of: /^\| `([A-Za-z]+)` \|/).map { String($0.1) }
        }
    }

    /// Folders without a place in the order, and places without a folder.
    var unmatched: Set<String> {
        Set(files.map(folder)).symmetricDifference(folders)
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

    /// The folder of a file below the module's; empty for a file that is in none.
    private func folder(_ file: SourceFile) -> String {
        let parts = file.path.dropFirst(module.count + 1).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : ""
    }

    /// The folders of the types that are declared at the top of a file. Without names that a type
    /// inside of another one has, too: such a name may mean either.
    private var declarations: [String: String] {
        var declarations: [String: String] = [:]
        var nested: Set<String> = []
        for file in files {
            var depth = 0
            for line in file.code {
                for match in line.matches(of: Self.declaration) {
                    let name = String(match.1)
                    let depth = depth + Self.depth(of: line[..<match.range.lowerBound])
                    if depth == 0 { declarations[name] = folder(file) } else { nested.insert(name) }
                }
                depth += Self.depth(of: line[...])
            }
        }
        return declarations.filter { !nested.contains($0.key) }
    }

    private static var declaration: Regex<(Substring, Substring)> {
        /\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z][A-Za-z0-9]*)/
    }

    private static func depth(of code: Substring) -> Int {
        code.utf8.reduce(0) { depth, byte in
            switch byte {
            case UInt8(ascii: "{"): depth + 1
            case UInt8(ascii: "}"): depth - 1
            default: depth
            }
        }
    }

    /// The names that begin with a capital letter and are no members of something else.
    private static func types(in line: String) -> Set<String> {
        Set(line.matches(of: /(?:^|[^A-Za-z0-9_.])([A-Z][A-Za-z0-9]*)/).map { String($0.1) })
    }
}
