internal import NacreFormat

/// Writes JSON Lines: one object per line, with all columns in order, including nulls, so that
/// every line has the same members.
struct JSONLinesWriter: RowWriter {
    private let output: Output
    private var names: [String] = []
    private var writer = JSONWriter()

    init(_ output: Output) { self.output = output }

    mutating func begin(_ columns: [AttributeSchema]) { names = columns.map(\.name) }

    mutating func write(_ values: [Value]) throws {
        writer.removeAll()
        writer.beginObject()
        for (name, value) in zip(names, values) {
            writer.name(name)
            value.write(to: &writer)
        }
        writer.endObject()
        writer.endLine()
        try output.write(TerminalJSON.escaped(writer.bytes))
    }

    func end() {}
}
