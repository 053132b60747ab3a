internal import NacreFormat

/// Writes CSV (RFC 4180): a header, commas, lines that end with CR LF. Null is an empty field; the
/// empty string is a quoted one, so an import can tell them apart.
struct CSVWriter: RowWriter {
    private let output: Output
    /// Whether the output is a terminal, where control characters are escaped. In a file or pipe
    /// the data stays unchanged.
    private let isForTerminal: Bool

    init(_ output: Output, isForTerminal: Bool) {
        self.output = output
        self.isForTerminal = isForTerminal
    }

    func begin(_ columns: [AttributeSchema]) throws {
        try writeLine(columns.map { field($0.name) })
    }

    func write(_ values: [Value]) throws {
        var fields = values.map { ValueText.text($0).map(field) ?? "" }
        // A single null would be an empty line, which readers skip.
        if fields == [""] { fields = ["\"\""] }
        try writeLine(fields)
    }

    func end() {}

    private func writeLine(_ fields: [String]) throws {
        try output.write(fields.joined(separator: ",") + "\r\n")
    }

    private func field(_ text: String) -> String {
        let text = isForTerminal ? TerminalText.escaped(text) : text
        let needsQuotes = text.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: true
            default: false
            }
        }
        let hasOuterSpace = text.utf8.first == 0x20 || text.utf8.last == 0x20
        guard needsQuotes || hasOuterSpace || text.isEmpty else { return text }
        return "\"" + doubledQuotes(text) + "\""
    }

    private func doubledQuotes(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap { byte in
                byte == UInt8(ascii: "\"") ? [byte, byte] : [byte]
            }, as: UTF8.self)
    }
}
