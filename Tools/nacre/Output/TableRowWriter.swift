internal import NacreFormat

/// Writes objects as a table for people. Null is shown as `null`.
struct TableRowWriter: RowWriter {
    private let output: Output
    private let widthMax: Int?
    private var table: TableWriter

    init(_ output: Output, widthMax: Int?) {
        self.output = output
        self.widthMax = widthMax
        table = TableWriter([], to: output, widthMax: widthMax)
    }

    mutating func begin(_ columns: [AttributeSchema]) {
        let columns = columns.map {
            TableWriter.Column($0.name, isNumber: ValueText.isNumber($0.type))
        }
        table = TableWriter(columns, to: output, widthMax: widthMax)
    }

    mutating func write(_ values: [Value]) throws {
        try table.row(values.map { ValueText.text($0) ?? "null" })
    }

    mutating func end() throws { try table.end() }
}
