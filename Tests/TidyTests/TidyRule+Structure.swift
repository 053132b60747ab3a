/// The structure of functions and documents.
extension TidyRule {
    static let functionLinesMax = 70

    static let tableCellMax = 200

    static let structureRules = [functionLength, oneTitle, tableRows, tableCells]

    static let functionLength = TidyRule(
        name: "no function is longer than \(functionLinesMax) lines"
    ) { file in
        guard file.isSwift else { return [] }
        return FunctionExtent.all(in: file.code)
            .filter { $0.lineCount > functionLinesMax }
            .map { file.violation(line: $0.line, "split this function of \($0.lineCount) lines") }
    }

    static let oneTitle = TidyRule(name: "a document has one title") { file in
        guard file.fileExtension == "md" else { return [] }
        let titles = MarkdownText.lines(file.lines).filter { $0.line.hasPrefix("# ") }
            .map(\.number)
        if titles.isEmpty { return [file.violation(line: 1, "begin with a line \"# Title\"")] }
        return titles.dropFirst().map {
            file.violation(line: $0, "use ## here: the document has its title in line \(titles[0])")
        }
    }

    static let tableRows = TidyRule(
        name: "a row of a table has as many cells as its head"
    ) { file in
        guard file.fileExtension == "md" else { return [] }
        return MarkdownTable.all(in: file.lines).flatMap { table in
            let head = table.rows[0]
            guard table.rows.count > 1, table.rows[1].isRule else {
                return [file.violation(line: head.line, "put a line of dashes below this head")]
            }
            return table.rows.filter { $0.cells.count != head.cells.count }.map { row in
                let counts = "\(row.cells.count) cells here, \(head.cells.count) in the head"
                return file.violation(line: row.line, "make it as many: \(counts)")
            }
        }
    }

    /// A cell that contains text from another table is recognized by its length.
    static let tableCells = TidyRule(
        name: "a cell of a benchmark's table has \(tableCellMax) characters at most"
    ) { file in
        guard file.fileExtension == "md", file.isIn("Tools/Benchmarks", ".github") else {
            return []
        }
        return MarkdownTable.all(in: file.lines).flatMap(\.rows).compactMap { row in
            guard let length = row.cells.map(\.count).max(), length > tableCellMax else {
                return nil
            }
            return file.violation(
                line: row.line, "move the text of this cell of \(length) out of the table")
        }
    }
}
