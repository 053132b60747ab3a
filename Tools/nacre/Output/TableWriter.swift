/// A table of aligned columns, for people. Cells are escaped for a terminal and have no line
/// breaks.
///
/// The widths follow from the first rows, which are buffered. A later cell that is wider moves the
/// rest of its line, so results of any size take little memory.
struct TableWriter {
    /// One column: its title, and the side on which its cells are aligned.
    struct Column {
        let title: String
        let isNumber: Bool

        init(_ title: String, isNumber: Bool = false) {
            self.title = TerminalText.escaped(title)
            self.isNumber = isNumber
        }
    }

    private let columns: [Column]
    private let output: Output
    private let widthMax: Int?
    private var rows: [[String]] = []
    /// The columns' widths, or nil until the header is written.
    private var widths: [Int]?

    private static let sampleSize = 1000
    private static let gap = "  "
    /// The minimum width of a column, however narrow the terminal.
    private static let columnWidthMin = 8

    /// - Parameter widthMax: The maximum width of a line, in terminal columns, or nil for no limit.
    init(_ columns: [Column], to output: Output, widthMax: Int?) {
        self.columns = columns
        self.output = output
        self.widthMax = widthMax
    }

    /// - Parameter cells: The unescaped cells, one for each column.
    mutating func row(_ cells: [String]) throws {
        let cells = cells.map { TerminalText.escaped($0) }
        if let widths { return try writeLine(cells, widths) }
        rows.append(cells)
        if rows.count == Self.sampleSize { try writeSample() }
    }

    mutating func end() throws {
        if widths == nil { try writeSample() }
    }

    private mutating func writeSample() throws {
        let widths = fittingWidths()
        self.widths = widths
        try writeLine(columns.map(\.title), widths)
        try writeLine(widths.map { String(repeating: "-", count: $0) }, widths)
        for row in rows { try writeLine(row, widths) }
        rows = []
    }

    /// Returns widths that fit the contents, or narrower ones if a line has a maximum width. The
    /// widest columns shrink first. Number columns never shrink, since a truncated number is a
    /// different number.
    private func fittingWidths() -> [Int] {
        var widths = columns.map { DisplayWidth.of($0.title) }
        for row in rows {
            for (index, cell) in row.enumerated() where index < widths.count {
                widths[index] = max(widths[index], DisplayWidth.of(cell))
            }
        }
        guard let widthMax else { return widths }
        let available = widthMax - Self.gap.count * (columns.count - 1)
        var cap = widths.max() ?? 0
        while cap > Self.columnWidthMin, total(widths, cap) > available { cap -= 1 }
        return widths.indices.map { columns[$0].isNumber ? widths[$0] : min(widths[$0], cap) }
    }

    private func total(_ widths: [Int], _ cap: Int) -> Int {
        widths.indices.reduce(0) {
            $0 + (columns[$1].isNumber ? widths[$1] : min(widths[$1], cap))
        }
    }

    private func writeLine(_ cells: [String], _ widths: [Int]) throws {
        var line = ""
        for (index, column) in columns.enumerated() {
            var cell = index < cells.count ? cells[index] : ""
            if widthMax != nil, !column.isNumber {
                cell = DisplayWidth.truncated(cell, to: max(1, widths[index]))
            }
            let space = String(
                repeating: " ", count: max(0, widths[index] - DisplayWidth.of(cell)))
            let isLast = index == columns.count - 1
            // A line has no spaces at its end.
            line += column.isNumber ? space + cell : isLast ? cell : cell + space
            if !isLast { line += Self.gap }
        }
        // By bytes: a large table has many lines, and iterating characters is slow.
        let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") }
        try output.line(end.map { String(line[...$0]) } ?? "")
    }
}
