import Foundation
import GRDB

/// The arguments of a statement that inserts a row.
struct GRDBRowSink: RowSink {
    private(set) var values: [(any DatabaseValueConvertible)?] = []

    mutating func add(_ number: Int?) { values.append(number) }
    mutating func add(_ number: Double) { values.append(number) }
    mutating func add(_ text: String) { values.append(text) }
    mutating func add(_ bytes: Data?) { values.append(bytes) }
}
