import Foundation

/// The current row.
extension SQLiteStatement: RowSource {
    func integer(_ column: Int) -> Int { Int(int64(Int32(column))) }
    func double(_ column: Int) -> Double { double(Int32(column)) }
    func text(_ column: Int) -> String { text(Int32(column)) }
    func bytes(_ column: Int) -> Data { bytes(Int32(column)) }
    func isNull(_ column: Int) -> Bool { isNull(Int32(column)) }
}
