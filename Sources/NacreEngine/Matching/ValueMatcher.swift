internal import NacreFormat

/// A test of one attribute, for values that are in no record: the default of older records, and
/// values that older records hold in another form.
final class ValueMatcher: Sendable {
    private let attribute: AttributeSchema
    private let matcher: Matcher

    /// - Parameter test: A test of this attribute only.
    init(_ test: FilterExpression, of attribute: AttributeSchema) throws(StoreError) {
        let layout = attribute.layoutAlone
        let schema = StoredSchema(
            number: layout.entity, name: attribute.name, attributes: [attribute], idOrdinal: 0)
        self.attribute = attribute
        matcher = try Matcher(BoundFilter(test, schema: schema), layout: layout)
    }

    /// Returns whether the test holds for a value.
    /// - Throws: an error if the value does not have the attribute's type, or has invalid bytes.
    func holds(for value: Value) throws -> Bool {
        let record = try attribute.record(of: value)
        let buffer = ByteBuffer()
        record.append(row: RowNumber(0), to: buffer)
        return try buffer.read { bytes in
            // A record that was just made has no external values.
            try matcher.matches(RecordView(trusted: bytes)) { _ in bytes }
        }
    }
}
