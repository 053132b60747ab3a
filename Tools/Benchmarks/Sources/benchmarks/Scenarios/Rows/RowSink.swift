import Foundation

/// A row that is written, cell by cell in the order of its columns.
protocol RowSink {
    mutating func add(_ number: Int?)
    mutating func add(_ number: Double)
    mutating func add(_ text: String)
    mutating func add(_ bytes: Data?)
}
