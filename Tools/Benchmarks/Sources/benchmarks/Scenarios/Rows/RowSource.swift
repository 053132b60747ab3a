import Foundation

/// The cells of a row that was read, by the numbers of their columns.
protocol RowSource: ~Escapable {
    func integer(_ column: Int) -> Int
    func double(_ column: Int) -> Double
    func text(_ column: Int) -> String
    func bytes(_ column: Int) -> Data
    func isNull(_ column: Int) -> Bool
}

extension RowSource where Self: ~Escapable {
    func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

    func optionalBytes(_ column: Int) -> Data? { isNull(column) ? nil : bytes(column) }

    func date(_ column: Int) -> Date { Date(timeIntervalSinceReferenceDate: double(column)) }
}
