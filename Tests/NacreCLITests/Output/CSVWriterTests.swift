import NacreFormat
import Testing

@testable import NacreCLI

@Suite struct CSVWriterTests {
    private func csv(
        _ names: [String], _ rows: [[Value]], terminal: Bool = false
    ) throws -> String {
        let collected = Collected()
        let writer = CSVWriter(collected.output, isForTerminal: terminal)
        try writer.begin(
            names.enumerated().map {
                AttributeSchema(
                    id: AttributeID(UInt32($0 + 1)), name: $1, type: .string, isNullable: true)
            })
        for row in rows { try writer.write(row) }
        return try collected.text()
    }

    @Test func `separators, quotes, line breaks and outer spaces are quoted`() throws {
        #expect(
            try csv(
                ["a", "b,c"],
                [
                    [.string("x"), .string("say \"hi\"")], [.string("1\r\n2"), .string(" y")],
                    [.null, .string("")],
                ])
                == "a,\"b,c\"\r\nx,\"say \"\"hi\"\"\"\r\n\"1\r\n2\",\" y\"\r\n,\"\"\r\n")
    }

    @Test func `a row with a single null is not an empty line`() throws {
        #expect(try csv(["a"], [[.null], [.string("")]]) == "a\r\n\"\"\r\n\"\"\r\n")
    }

    @Test func `control characters are kept in a file and escaped on a terminal`() throws {
        let row: [Value] = [.string("\u{1b}[2J")]
        #expect(try csv(["a"], [row]) == "a\r\n\u{1b}[2J\r\n")
        #expect(try csv(["a"], [row], terminal: true) == "a\r\n\\u{1b}[2J\r\n")
    }

    @Test func `values other than text are printed as in JSON, without quotes`() throws {
        let values: [(Value, String)] = [
            (.bool(true), "true"), (.int(-5), "-5"), (.uint(.max), "18446744073709551615"),
            (.double(1.5), "1.5"), (.double(.nan), "NaN"), (.float(-.infinity), "-Infinity"),
            (.date(0), "2001-01-01T00:00:00Z"), (.date(0.5), "0.5"),
            (.uuid(UUIDValue(high: 1, low: 2)), "00000000-0000-0001-0000-000000000002"),
            (.objectID(0), "0000000000000"), (.data([1, 2, 3]), "AQID"),
            (.json(#"{"a":1}"#), #""{""a"":1}""#), (.array([.int(1), .int(2)]), "\"[1,2]\""),
        ]
        for (value, text) in values {
            #expect(try csv(["a"], [[value]]) == "a\r\n\(text)\r\n")
        }
    }
}
