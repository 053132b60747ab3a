import Foundation
import NacreCLI
import NacreExchangeCore
import Testing

@Suite struct CSVReaderTests {
    /// The content of a whole file.
    private struct Table: Equatable {
        var header: [String] = []
        var records: [[String?]] = []
        var lines: [Int] = []
    }

    private func table(
        _ bytes: some Sequence<UInt8>, chunkSize: Int = 4096, delimiter: CSVDelimiter? = .comma,
        recordLengthMax: Int = 1000
    ) throws -> Table {
        try withTemporaryFile(bytes) { path in
            let source = try ByteSource(path: path, chunkSize: chunkSize)
            var reader = try CSVReader(
                source, delimiter: delimiter, recordLengthMax: recordLengthMax)
            var table = Table(header: reader.header)
            while let record = try reader.next() {
                table.records.append(record)
                table.lines.append(reader.lineNumber)
            }
            #expect(reader.bytesConsumed == reader.fileSize)
            return table
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 4096])
    func `records are read correctly at any chunk boundary`(chunkSize: Int) throws {
        let text =
            "\u{FEFF}id,na\u{EF}ve,\"the \"\"note\"\"\"\r\n"
            + "1,plain,\n2,\"\",\"a,b\"\r\n\n3, spaced ,\"two\nlines\r\nand \"\"quotes\"\"\"\n"
            + "\"4\",\u{1F600},last"
        let expected = Table(
            header: ["id", "na\u{EF}ve", "the \"note\""],
            records: [
                ["1", "plain", nil], ["2", "", "a,b"],
                ["3", " spaced ", "two\nlines\r\nand \"quotes\""], ["4", "\u{1F600}", "last"],
            ],
            lines: [2, 3, 5, 8])
        #expect(try table(text.utf8, chunkSize: chunkSize) == expected)
        #expect(try table((text + "\r\n").utf8, chunkSize: chunkSize) == expected)
        #expect(try table((text + "\n\n\n").utf8, chunkSize: chunkSize, delimiter: nil) == expected)
    }

    @Test(
        arguments: [
            ("a", []), ("a\n", []), ("a\n1", [["1"]]), ("a\n\n1\n", [[nil], ["1"]]),
            ("a\n\"\"", [[""]]), ("a,b\n,", [[nil, nil]]), ("a,b\n,\n", [[nil, nil]]),
            ("a,b\n\"\",", [["", nil]]), ("a,b\n\"\"\"\",\"\"\"\"\"\"", [["\"", "\"\""]]),
            ("a,b\n\",\",\"\n\"", [[",", "\n"]]), ("a,b\n\n\n", []),
            ("a,b\r\n\r\n1,2", [["1", "2"]]),
            ("a,b\n\"\r\",\"\u{0}\"", [["\r", "\u{0}"]]), ("a,b\n;,\t", [[";", "\t"]]),
        ] as [(String, [[String?]])])
    func `a small file is parsed into its records`(text: String, records: [[String?]]) throws {
        for chunkSize in [1, 2, 3, 4096] {
            #expect(try table(text.utf8, chunkSize: chunkSize).records == records)
        }
    }

    @Test(arguments: [
        ("", 1, "no header"), ("\n", 1, "no header"), ("a,,b\n", 1, "Column 2 of the header"),
        ("a,b,\n", 1, "Column 3 of the header"), ("a,\"\"\n", 1, "Column 2 of the header"),
        ("a,b,a\n", 1, "Columns 1 and 3"), ("a,b\n1\n", 2, "has 1 field, but the header has 2"),
        ("a,b\n1\n", 2, "Column 2 (\"b\")"),
        ("a,b\n1,2,3\n", 2, "Field 3 is the first without a column"),
        ("a,b\n1,2,\n", 2, "has 3 fields"), ("a,b\n1,2\n\"x\ny\"\n1,2\n", 3, "has 1 field,"),
        ("a,b\n\"x\n\",\"open\n1,2\n", 2, "column 2 (\"b\") is never closed"),
        ("a,b\n1,\"", 2, "never closed"), ("a,\"b", 1, "column 2 is never closed"),
        ("a,b\n1,\"x\"y\n", 2, "Column 2 (\"b\") has text after its closing quote"),
        ("a,b\n\"x\" ,1\n", 2, "Column 1 (\"a\") has text after its closing quote"),
        ("a,b\n1,x\"y\"\n", 2, "Column 2 (\"b\") has a quote inside"),
        ("a,b\n1,2\r3,4\n", 2, "carriage return"), ("a,b\r1,2\r", 1, "carriage return"),
    ])
    func `a violation of the RFC is an error with its line`(
        text: String, line: Int, part: String
    ) {
        for chunkSize in [1, 2, 3, 4, 5, 6, 7, 4096] {
            let error = #expect(throws: ImportError.self) {
                try table(text.utf8, chunkSize: chunkSize)
            }
            #expect(error?.line == line)
            #expect(error?.message.contains(part) == true, "\(String(describing: error))")
        }
    }

    @Test func `a field that is not UTF-8 is an error`() {
        let bytes = Array("a,b\n1,2\n3,".utf8) + [0xE9, 0x0A]
        for chunkSize in [1, 2, 4096] {
            let error = #expect(throws: ImportError.self) { try table(bytes, chunkSize: chunkSize) }
            #expect(error?.line == 3)
            #expect(error?.message.contains("Column 2 (\"b\") is not valid UTF-8") == true)
        }
    }

    @Test func `an unclosed quote does not consume a huge file`() {
        let text = "a,b\n1,\"" + String(repeating: "x,y\n", count: 10_000)
        let error = #expect(throws: ImportError.self) { try table(text.utf8, chunkSize: 64) }
        #expect(error?.line == 2)
        #expect(error?.message.contains("more than 1000 bytes") == true)
    }

    @Test(arguments: [
        ("a;b;c,d\n", CSVDelimiter.semicolon), ("a\tb\n,,,", .tab), ("a,b;c\n", .comma),
        ("a", .comma),
        ("\"x;y;z\",b\n", .comma), ("\"x\n;;\"\tb\n", .tab), ("\"x\"\";;\",b", .comma),
        ("", .comma),
    ])
    func `the delimiter is guessed from the header line outside quotes`(
        text: String, delimiter: CSVDelimiter
    ) {
        #expect(CSVDelimiter.guess(fromHeader: text.utf8) == delimiter)
    }

    @Test(arguments: [(CSVDelimiter.semicolon, ";"), (.tab, "\t"), (.comma, ",")])
    func `each delimiter separates, chosen or guessed`(
        delimiter: CSVDelimiter, text: String
    ) throws {
        let bytes = Array("a\(text)\"b\nc\"\n1\(text)\"x\(text)y\"\n".utf8)
        let expected = Table(header: ["a", "b\nc"], records: [["1", "x\(text)y"]], lines: [3])
        for chunkSize in [1, 2, 3, 4096] {
            #expect(try table(bytes, chunkSize: chunkSize, delimiter: delimiter) == expected)
            #expect(try table(bytes, chunkSize: chunkSize, delimiter: nil) == expected)
        }
    }

    @Test(.enabled(if: RealData.exists, RealData.skipped))
    func `a real file is read completely, equally for any chunk size`() throws {
        let lines = try RealData.lines("states.csv")
        try RealData.withFiles { folder in
            func records(chunkSize: Int) throws -> [[String?]] {
                var reader = try CSVReader(
                    ByteSource(path: "\(folder)/states.csv", chunkSize: chunkSize), delimiter: nil)
                #expect(reader.header.first == "id" && reader.header.count == 17)
                var records: [[String?]] = []
                while let record = try reader.next() { records.append(record) }
                return records
            }
            let expected = try records(chunkSize: 1 << 20)
            #expect(expected.count == lines.count - 1)
            #expect(
                expected.allSatisfy { ($0[0].flatMap(Int.init)) != nil && $0[1]?.isEmpty == false })
            #expect(try records(chunkSize: 61) == expected)
        }
    }
}
