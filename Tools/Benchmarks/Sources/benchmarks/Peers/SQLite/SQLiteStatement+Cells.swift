import Foundation
import GRDBSQLite

extension SQLiteStatement {
    /// The columns of the current row.
    var cells: [Cell] {
        (0..<columnCount).map { column in
            switch type(column) {
            case SQLITE_NULL: .null
            case SQLITE_INTEGER: .number(Int(int64(column)))
            case SQLITE_FLOAT: .fraction(double(column))
            default: .text(text(column))
            }
        }
    }

    func bind(_ cell: Cell, at index: Int32) {
        switch cell {
        case .null: bindNull(at: index)
        case .number(let number): bind(Int64(number), at: index)
        case .fraction(let fraction): bind(fraction, at: index)
        case .text(let text): bind(text, at: index)
        case .day(let date): bind(Int64(date.timeIntervalSince1970), at: index)
        }
    }
}
