internal import NacreFormat

/// Writes objects one after another in one format. `begin` comes first, `end` last, both once.
protocol RowWriter {
    /// - Parameter columns: the attributes that are shown, in their order.
    mutating func begin(_ columns: [AttributeSchema]) throws
    /// - Parameter values: one for each column.
    mutating func write(_ values: [Value]) throws
    mutating func end() throws
}
