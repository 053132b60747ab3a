import Foundation
import GRDB

/// The row by the numbers of its columns, which GRDB's guide recommends for speed.
extension Row: RowSource {
    func integer(_ column: Int) -> Int { self[column] }
    func double(_ column: Int) -> Double { self[column] }
    func text(_ column: Int) -> String { self[column] }
    func bytes(_ column: Int) -> Data { self[column] }
    func isNull(_ column: Int) -> Bool { hasNull(atIndex: column) }
}
