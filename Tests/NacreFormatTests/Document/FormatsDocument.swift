import Foundation

/// Formats.md as the tests read it: sections, tables, and the blocks with hex dumps.
struct FormatsDocument {
    /// The URL of the file in the sources, beside Package.swift.
    static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Formats.md")

    struct Missing: Error {
        let what: String
    }

    private(set) var lines: [String]

    init() throws {
        lines = try String(contentsOf: Self.url, encoding: .utf8).components(separatedBy: "\n")
    }

    func write() throws {
        try lines.joined(separator: "\n").write(to: Self.url, atomically: true, encoding: .utf8)
    }

    /// Returns the lines below a heading, up to the next one of any level.
    func section(_ heading: String) throws -> ArraySlice<String> {
        guard
            let start = lines.firstIndex(where: {
                $0.hasPrefix("#") && $0.drop { $0 == "#" } == " \(heading)"
            })
        else { throw Missing(what: "a heading '\(heading)'") }
        let rest = lines[(start + 1)...]
        return rest.prefix { !$0.hasPrefix("#") }
    }

    /// Returns the rows of the table below a heading whose first columns have these titles, without
    /// the title rows. Cells are trimmed.
    func table(_ heading: String, _ titles: String...) throws -> [[String]] {
        let section = try section(heading)
        guard
            let start = section.firstIndex(where: { Self.cells($0).starts(with: titles) })
        else { throw Missing(what: "a table \(titles) below '\(heading)'") }
        return section[start...].prefix { $0.hasPrefix("|") }.dropFirst(2).map(Self.cells)
    }

    private static func cells(_ line: String) -> [String] {
        guard line.hasPrefix("|") else { return [] }
        return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Returns the range of a dump's lines, without the marks and the fences around them.
    private func range(ofDump name: String) throws -> Range<Int> {
        guard let start = lines.firstIndex(of: "<!-- dump: \(name) -->"),
            let end = lines[start...].firstIndex(of: "<!-- end of dump -->")
        else { throw Missing(what: "a block '\(name)'") }
        return start + 1..<end
    }

    func dump(_ name: String) throws -> [String] {
        lines[try range(ofDump: name)].filter { $0 != "```" }
    }

    mutating func setDump(_ name: String, to dump: [String]) throws {
        lines.replaceSubrange(try range(ofDump: name), with: ["```"] + dump + ["```"])
    }
}
