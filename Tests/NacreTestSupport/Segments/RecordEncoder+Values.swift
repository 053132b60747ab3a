package import NacreFormat

extension RecordEncoder {
    /// Appends an object's record with its padding. On an error the buffer is unchanged.
    /// - Parameters:
    ///   - values: One value per attribute, in the layout's order.
    ///   - externals: The references to external values, by ordinal.
    package static func appendPut(
        _ values: [Value], row: RowNumber, layout: Layout,
        externals: [Int: ExternalReference] = [:], to buffer: ByteBuffer
    ) throws(RecordBuilder.ValueError) {
        let builder = RecordBuilder(layout)
        try builder.set(values)
        let references = externals.map { (layout.attributes[$0].place, $1) }
        builder.append(
            row: row, externals: Dictionary(uniqueKeysWithValues: references), to: buffer)
    }
}
