package import NacreFormat

/// The decoder of records of a type's current layout, for measurements.
package struct RecordReader<Owner: Entity>: Sendable {
    let table: SlotTable
    /// The type's own decoding code.
    let decoder: @Sendable (inout ObjectDecoder) throws -> Owner

    /// Decodes a record.
    /// - Parameter record: A record of the table's layout, without external values.
    package func decode(_ record: RecordView) throws -> Owner {
        var row = ObjectDecoder(record, table)
        return try decoder(&row)
    }
}
