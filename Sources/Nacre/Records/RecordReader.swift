package import NacreFormat

/// How records of a type's present layout are decoded: what measurements take the time of.
package struct RecordReader<Owner: Entity>: Sendable {
    let table: SlotTable
    /// The type's own code.
    package let decode: @Sendable (inout RowDecoder) throws -> Owner

    /// - Parameter record: of the table's layout and without external values.
    package func row(_ record: RecordView) -> RowDecoder { RowDecoder(record, table) }
}
