import Foundation

/// The parameters of a statement that inserts a row.
struct SQLiteRowSink: RowSink {
    private let statement: SQLiteStatement
    private var last: Int32 = 0

    init(_ statement: SQLiteStatement) { self.statement = statement }

    mutating func add(_ number: Int?) {
        last += 1
        if let number {
            statement.bind(Int64(number), at: last)
        } else {
            statement.bindNull(at: last)
        }
    }

    mutating func add(_ number: Double) {
        last += 1
        statement.bind(number, at: last)
    }

    mutating func add(_ text: String) {
        last += 1
        statement.bind(text, at: last)
    }

    mutating func add(_ bytes: Data?) {
        last += 1
        if let bytes { statement.bind(bytes, at: last) } else { statement.bindNull(at: last) }
    }
}
