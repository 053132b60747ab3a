package import NacreFormat

/// How records of a type's present layout are decoded: what measurements take the time of.
package struct RecordReader<Owner: Entity>: Sendable {
    let table: SlotTable
    /// The type's own code.
    let decoder: @Sendable (inout RowDecoder) throws -> Owner

    /// - Parameter record: of the table's layout and without external values.
    package func decode(_ record: RecordView) throws -> Owner {
        var row = RowDecoder(record, table)
        return try decoder(&row)
    }
}
