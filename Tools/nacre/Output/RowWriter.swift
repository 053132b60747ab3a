internal import NacreFormat

/// Writes objects one after another in one format. `begin` is called first and `end` last, each
/// once.
protocol RowWriter {
    /// - Parameter columns: The attributes that are shown, in their order.
    mutating func begin(_ columns: [AttributeSchema]) throws
    /// - Parameter values: The values, one for each column.
    mutating func write(_ values: [Value]) throws
    mutating func end() throws
}
