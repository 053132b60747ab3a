import Testing

@testable import NacreCLI

@Suite struct TableWriterTests {
    private func table(
        _ columns: [TableWriter.Column], _ rows: [[String]], widthMax: Int? = nil
    ) throws -> String {
        let collected = Collected()
        var table = TableWriter(columns, to: collected.output, widthMax: widthMax)
        for row in rows { try table.row(row) }
        try table.end()
        return try collected.text()
    }

    private let columns = [
        TableWriter.Column("name"), TableWriter.Column("count", isNumber: true),
        TableWriter.Column("note"),
    ]

    @Test func `columns are aligned by their width on a terminal`() throws {
        let rows = [
            ["\u{6771}\u{4eac}", "5", "x"], ["e\u{301}", "123456", ""], ["abcdef", "-1", "y"],
        ]
        #expect(
            try table(columns, rows)
                == """
                name     count  note
                ------  ------  ----
                \u{6771}\u{4eac}         5  x
                e\u{301}       123456
                abcdef      -1  y

                """)
    }

    @Test func `an empty table prints its head`() throws {
        #expect(try table(columns, []) == "name  count  note\n----  -----  ----\n")
    }

    @Test func `a terminal shortens long texts but no numbers`() throws {
        let long = String(repeating: "abcdefghij", count: 5)
        #expect(
            try table(columns, [[long, "12345678901234", "short"]], widthMax: 40)
                == """
                name                        count  note
                -----------------  --------------  -----
                abcdefghijabcdef\u{2026}  12345678901234  short

                """)
        #expect(try table(columns, [[long, "1", "x"]]).contains(long))
    }

    @Test func `a narrow terminal leaves some room for every column`() throws {
        let text = try table(columns, [["abcdefghijkl", "1", "abcdefghijkl"]], widthMax: 5)
        #expect(text.hasSuffix("abcdefg\u{2026}      1  abcdefg\u{2026}\n"))
    }

    @Test func `line breaks and escape sequences cannot break a row`() throws {
        let text = try table([TableWriter.Column("a\u{1b}")], [["x\ny\u{1b}[2J"]])
        #expect(text == "a\\u{1b}\n----------------\nx\\u{a}y\\u{1b}[2J\n")
    }

    @Test func `rows after the first thousand keep their widths`() throws {
        let rows = (0..<1001).map { [$0 < 1000 ? "ab" : "abcdefgh", "1", "x"] }
        let lines = try table(columns, rows).split(separator: "\n")
        #expect(lines.count == 1003)
        #expect(lines[1001] == "ab        1  x")
        #expect(lines[1002] == "abcdefgh      1  x")
    }
}
