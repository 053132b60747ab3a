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
        for (number, line) in MarkdownText.lines(lines) {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("|") else { continue }
            let row = Row(line: number, cells: cells(of: text))
            if tables.last?.rows.last?.line == number - 1 {
                tables[tables.count - 1].rows.append(row)
            } else {
                tables.append(MarkdownTable(rows: [row]))
            }
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
