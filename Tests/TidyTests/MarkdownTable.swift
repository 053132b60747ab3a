/// A table of a Markdown document: lines that begin with a bar, outside code blocks.
struct MarkdownTable {
    struct Row {
        /// The line number, counted from 1.
        let line: Int
        let cells: [String]

        /// Whether this is the line of dashes below the head.
        var isRule: Bool { cells.allSatisfy { $0.contains(/^:?-+:?$/) } }
    }

    /// The rows. There is at least one; the first is the head.
    var rows: [Row]

    static func all(in lines: [String]) -> [MarkdownTable] {
        var tables: [MarkdownTable] = []
        var isInFence = false
        var isInTable = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") || line.hasPrefix("~~~") { isInFence.toggle() }
            let text = line.drop { $0 == " " }
            guard !isInFence, text.hasPrefix("|") else {
                isInTable = false
                continue
            }
            let row = Row(line: index + 1, cells: cells(of: text))
            if isInTable {
                tables[tables.count - 1].rows.append(row)
            } else {
                tables.append(MarkdownTable(rows: [row]))
            }
            isInTable = true
        }
        return tables
    }

    /// Returns the cells between the bars, without the blanks around them. A bar after a backslash
    /// is text.
    private static func cells(of row: Substring) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in row.dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        // The last bar ends the last cell.
        if cells.count > 1, cells.last == "" { cells.removeLast() }
        return cells.map(trimmed)
    }

    private static func trimmed(_ cell: String) -> String {
        let text = cell.drop { $0 == " " }
        guard let end = text.lastIndex(where: { $0 != " " }) else { return "" }
        return String(text[...end])
    }
}
