internal import NacreFormat

/// A test of one attribute, asked of values that stand in no record: the default of older ones, and
/// those that older ones have in another form.
final class ValueTest: Sendable {
    private let attribute: AttributeSchema
    private let matcher: Matcher

    /// - Parameter test: of this attribute only.
    init(_ test: Filter, of attribute: AttributeSchema) throws(StoreError) {
        let layout = attribute.layoutAlone
        let schema = EntitySchema(
            number: layout.entity, name: attribute.name, attributes: [attribute], idOrdinal: 0)
        self.attribute = attribute
        matcher = try Matcher(BoundFilter(test, schema: schema), layout: layout)
    }

    /// - Throws: if the value is none of the attribute's type, or bytes that it cannot have.
    func holds(for value: Value) throws -> Bool {
        let record = try attribute.record(of: value)
        let buffer = ByteBuffer()
        record.append(row: RowNumber(0), to: buffer)
        return try buffer.read { bytes in
            // A record that has just been made has no values elsewhere.
            try matcher.matches(RecordView(trusted: bytes)) { _ in bytes }
        }
    }
}
