/// An object as a row. The peers of Nacre read and write its cells by the numbers of the columns.
protocol RowCoded: Answer {
    static var table: String { get }
    /// The columns with their types in SQL. The first one is the id.
    static var columns: [String] { get }

    /// Reads an object from a row that has all columns.
    init(_ row: some RowSource & ~Escapable)

    func write(to row: inout some RowSink)

    var id: Int { get }
}

/// The statements of a table, which both peers on SQLite share.
extension RowCoded {
    static var creation: String { "CREATE TABLE \(table) (\(columns.joined(separator: ", ")))" }

    static var insertion: String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) VALUES (\(marks))"
    }

    static var byID: String { "SELECT \(columnNames) FROM \(table) WHERE id = ?" }

    static var all: String { "SELECT \(columnNames) FROM \(table) ORDER BY id" }

    /// The names of the columns, separated by commas.
    static var columnNames: String {
        columns.map { String($0.prefix { $0 != " " }) }.joined(separator: ", ")
    }
}
